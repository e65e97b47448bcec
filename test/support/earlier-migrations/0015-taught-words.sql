ALTER TABLE training ADD COLUMN taught text;
