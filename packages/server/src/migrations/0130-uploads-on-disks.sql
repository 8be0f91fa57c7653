-- The disk that has the bytes of an upload (features/uploads/upload-disk.ts). Null: in a folder that all servers share,
-- or begun by an older version.
ALTER TABLE uploads ADD COLUMN disk uuid;
-- The name of the machine with this disk, for an operator.
ALTER TABLE uploads ADD COLUMN disk_name text;
-- The parts of the zip that are in the bucket, in order, each with its length and SHA-256.
ALTER TABLE uploads ADD COLUMN bucket_parts jsonb DEFAULT '[]' NOT NULL;
