-- Who somebody is at a provider that they sign in by (OpenID Connect). The subject is the provider's own, and never given
-- to somebody else; the e-mail address is what it said last, to be shown.
CREATE TABLE user_identities (
  identity_id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  issuer text NOT NULL,
  subject text NOT NULL,
  email text DEFAULT '' NOT NULL,
  created_at timestamp (3) with time zone NOT NULL,
  last_used_at timestamp (3) with time zone
);
CREATE UNIQUE INDEX user_identities_subject ON user_identities (issuer, subject);
CREATE INDEX user_identities_user ON user_identities (user_id);

-- Who signs in by the institution's provider and has no account gets one of level 1.
ALTER TABLE user_groups ADD COLUMN provider_sign_up boolean DEFAULT false NOT NULL;
