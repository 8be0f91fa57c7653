-- Whose places nobody has set has those that are usual for the role: some for who reads, none for who checks.
ALTER TABLE users ALTER COLUMN case_capacity DROP NOT NULL, ALTER COLUMN case_capacity DROP DEFAULT;
UPDATE users SET case_capacity = NULL WHERE case_capacity = 8;
