-- The channel or category whose share of the week pays for it; NULL: the week alone does.
ALTER TABLE reservations ADD COLUMN place text;
ALTER TABLE charges ADD COLUMN place text;
-- What a place cost in a week is counted from these.
CREATE INDEX charges_by_place ON charges (server_id, week_start, place) WHERE place IS NOT NULL;
