-- What a user did (features/people/users/activities.ts) is read by the user, newest first.
CREATE INDEX case_history_user ON case_history (user_id, created_at DESC, history_id DESC);
CREATE INDEX sessions_user_begun ON sessions (user_id, created_at DESC);
