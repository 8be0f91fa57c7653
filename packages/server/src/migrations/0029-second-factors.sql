-- A second step at sign-in. An authenticator's secret is sealed with the installation's key, recovery codes are kept as
-- keyed digests: who reads the database alone can make neither.
CREATE TABLE authenticators (
  user_id bigint PRIMARY KEY REFERENCES users(id) ON DELETE CASCADE,
  secret bytea,
  -- The step of 30 seconds whose code was used last: no code works twice.
  last_step bigint DEFAULT 0 NOT NULL,
  created_at timestamp (3) with time zone,
  last_used_at timestamp (3) with time zone,
  -- Shown and not yet proved by a code.
  pending_secret bytea,
  pending_since timestamp (3) with time zone,
  CONSTRAINT authenticators_created CHECK ((secret IS NULL) = (created_at IS NULL)),
  CONSTRAINT authenticators_pending CHECK ((pending_secret IS NULL) = (pending_since IS NULL))
);

CREATE TABLE recovery_codes (
  user_id bigint NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  digest bytea NOT NULL,
  created_at timestamp (3) with time zone NOT NULL,
  used_at timestamp (3) with time zone,
  PRIMARY KEY (user_id, digest)
);

-- What was begun and waits for its other half: a sign-in for its second step, a challenge for its answer.
CREATE TABLE sign_in_tickets (
  ticket_hash bytea PRIMARY KEY,
  purpose text NOT NULL,
  user_id bigint REFERENCES users(id) ON DELETE CASCADE,
  details jsonb DEFAULT '{}' NOT NULL,
  created_at timestamp (3) with time zone NOT NULL,
  expires_at timestamp (3) with time zone NOT NULL,
  CONSTRAINT sign_in_tickets_purpose CHECK (purpose in ('second-step', 'passkey-sign-in', 'passkey-enrolment', 'passkey-check', 'provider'))
);
CREATE INDEX sign_in_tickets_user ON sign_in_tickets (user_id);
CREATE INDEX sign_in_tickets_expiry ON sign_in_tickets (expires_at);

-- A session that may do nothing but set up the second step.
ALTER TABLE sessions ADD COLUMN enrolment_only boolean DEFAULT false NOT NULL;
