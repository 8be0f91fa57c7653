-- The heart rate of a case in one picture bears its trade's word, in rows and in the columns that people chose.
ALTER TABLE recordings RENAME COLUMN glyph TO sparkline;
ALTER TABLE recordings RENAME CONSTRAINT recordings_glyph TO recordings_sparkline;
UPDATE users SET preferences = replace(preferences::text, '"glyph"', '"sparkline"')::jsonb
WHERE preferences::text LIKE '%"glyph"%';
