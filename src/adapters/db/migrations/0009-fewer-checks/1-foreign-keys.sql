-- Two foreign keys were a tenth of what it takes to admit and settle an answer, checked for each row, and of no use
-- there. Whoever deletes a server deletes these rows after it.

-- The week's row, which has its foreign key, is locked before a reservation is written.
ALTER TABLE reservations DROP CONSTRAINT IF EXISTS reservations_server_id_fkey;
-- The charge and the answer, which have theirs, are written before it in the same transaction.
ALTER TABLE answer_details DROP CONSTRAINT IF EXISTS answer_details_server_id_fkey;
