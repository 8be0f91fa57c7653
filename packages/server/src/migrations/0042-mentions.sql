-- Whom a comment mentions: they are told of it.
ALTER TABLE case_comments ADD COLUMN mentions bigint[] DEFAULT '{}' NOT NULL;
