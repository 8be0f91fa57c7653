-- The people and times that the signed pages name: verifier and signer, who were not known when the version was made.
-- Null if the signed pages are those of the version as it was made.
ALTER TABLE report_signatures ADD COLUMN named jsonb;
