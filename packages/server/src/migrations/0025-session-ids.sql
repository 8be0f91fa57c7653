-- A session is named to its owner by a number; its token's hash stays inside.
ALTER TABLE sessions ADD COLUMN session_id bigint GENERATED ALWAYS AS IDENTITY;
CREATE UNIQUE INDEX sessions_session_id ON sessions (session_id);
