-- contract: 0120
-- Recordings are stored packed since migration 0120 (decision 0104), and a program from before it refuses each of them. So
-- none may run beside this one, or start later.
COMMENT ON COLUMN case_files.content_sha256 IS 'SHA-256 of what a user receives, if the stored file is its packed form';
