-- A push token ends with the session that registered it. One from before ends with its user's next sign-out.
ALTER TABLE push_tokens ADD COLUMN session_hash bytea REFERENCES sessions (token_hash) ON DELETE CASCADE;
CREATE INDEX push_tokens_session ON push_tokens (session_hash);
