-- Which words of the technician's comment, a report's conclusion, are figures of the reading: name, language and place.
ALTER TABLE cases ADD COLUMN conclusion_figures jsonb DEFAULT '[]' NOT NULL;
CREATE OR REPLACE VIEW every_case AS SELECT * FROM cases WHERE scope_all('cases');
