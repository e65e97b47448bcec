-- Who corrects a sentence in public right now, and since when the correction stands there.
ALTER TABLE outdated_claims ADD COLUMN claimed_until timestamptz, ADD COLUMN corrected_at timestamptz;
