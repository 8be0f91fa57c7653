-- People get an account by themselves: they prove an e-mail address, wait for approval (use_flag W) and may choose a new
-- password by mail. Codes and links lie in no table: features/people makes them from the installation's key and a row's id.
ALTER TABLE users
  ADD COLUMN department text DEFAULT '' NOT NULL,
  ADD COLUMN language text,
  ADD COLUMN terms_version text,
  ADD COLUMN terms_agreed_at timestamp (3) with time zone,
  DROP CONSTRAINT users_use_flag,
  ADD CONSTRAINT users_use_flag CHECK (use_flag in ('Y', 'D', 'W')),
  ADD CONSTRAINT users_language CHECK (language in ('en', 'ja', 'ko', 'zh'));
CREATE INDEX users_waiting ON users (created_at, id) WHERE use_flag = 'W' AND deleted_at IS NULL;

CREATE TABLE email_verifications (
  verification_id uuid PRIMARY KEY,
  token_hash bytea NOT NULL,
  email text NOT NULL,
  created_at timestamp (3) with time zone NOT NULL,
  expires_at timestamp (3) with time zone NOT NULL,
  tries integer DEFAULT 0 NOT NULL,
  verified_at timestamp (3) with time zone,
  used_at timestamp (3) with time zone,
  CONSTRAINT email_verifications_tries CHECK (tries >= 0)
);
CREATE UNIQUE INDEX email_verifications_token ON email_verifications (token_hash);
CREATE INDEX email_verifications_email ON email_verifications (lower(email), created_at);

CREATE TABLE password_links (
  link_id uuid PRIMARY KEY,
  token_hash bytea NOT NULL,
  user_id bigint NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  created_at timestamp (3) with time zone NOT NULL,
  expires_at timestamp (3) with time zone NOT NULL,
  used_at timestamp (3) with time zone
);
CREATE UNIQUE INDEX password_links_token ON password_links (token_hash);
CREATE INDEX password_links_user ON password_links (user_id);
