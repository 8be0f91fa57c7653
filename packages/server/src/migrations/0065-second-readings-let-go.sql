-- A second reading that nobody of its center can read blind is let go: it ends (given_back_at) without ever having had a
-- reader.
ALTER TABLE second_readings DROP CONSTRAINT second_readings_ended;
ALTER TABLE second_readings ADD CONSTRAINT second_readings_ended CHECK (
  (given_back_at IS NULL OR finished_at IS NULL) AND (reader_id IS NOT NULL OR finished_at IS NULL));
