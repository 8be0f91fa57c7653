-- A recording that is sent together with its request: the wish is kept with the upload, so that the request follows
-- although nobody waits for it any more, and why it was refused where it was.
ALTER TABLE uploads ADD COLUMN with_request boolean DEFAULT false NOT NULL, ADD COLUMN request_code text;
