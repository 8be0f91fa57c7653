-- What a user typed and has not sent yet; features/people/drafts.ts says when it is forgotten.
CREATE TABLE user_drafts (
  user_id bigint NOT NULL,
  name text NOT NULL,
  content text NOT NULL,
  saved_at timestamp (3) with time zone NOT NULL,
  CONSTRAINT user_drafts_user_id_name_pk PRIMARY KEY(user_id, name)
);
ALTER TABLE user_drafts ADD CONSTRAINT user_drafts_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE cascade ON UPDATE no action;
CREATE INDEX user_drafts_saved ON user_drafts (saved_at);
