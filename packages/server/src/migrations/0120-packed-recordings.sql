-- Recordings are stored packed. `sha256` names the stored file; this is the SHA-256 of what a user receives, if they differ.
ALTER TABLE case_files ADD COLUMN content_sha256 text
  CONSTRAINT case_files_content_sha256 CHECK (content_sha256 ~ '^[0-9a-f]{64}$');
