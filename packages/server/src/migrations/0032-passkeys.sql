-- Passkeys and security keys (WebAuthn): the public key of each, and how often it was used, so that a copy shows.
CREATE TABLE passkeys (
  passkey_id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  credential_id text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] DEFAULT '{}' NOT NULL,
  name text NOT NULL,
  -- Kept by the maker of the device as well, so that a new device has it.
  backed_up boolean NOT NULL,
  created_at timestamp (3) with time zone NOT NULL,
  last_used_at timestamp (3) with time zone,
  CONSTRAINT passkeys_counter CHECK (counter >= 0)
);
CREATE UNIQUE INDEX passkeys_credential ON passkeys (credential_id);
CREATE INDEX passkeys_user ON passkeys (user_id);
