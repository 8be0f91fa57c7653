-- A comment may be pinned to a place of the case's recording, a sample or a stretch from one to another, and may reply to
-- one that is. What stands is never rewritten: that an internal one was answered is a row of its own.
ALTER TABLE case_comments
  ADD COLUMN start_sample bigint,
  ADD COLUMN end_sample bigint,
  ADD COLUMN reply_to bigint,
  ADD CONSTRAINT case_comments_place CHECK (start_sample >= 0 AND (end_sample IS NULL OR end_sample >= start_sample)),
  ADD CONSTRAINT case_comments_end CHECK (end_sample IS NULL OR start_sample IS NOT NULL),
  ADD CONSTRAINT case_comments_reply CHECK (reply_to IS NULL OR start_sample IS NULL);
ALTER TABLE case_comments ADD CONSTRAINT case_comments_reply_to_case_comments_comment_id_fk FOREIGN KEY (reply_to) REFERENCES case_comments(comment_id) ON DELETE no action ON UPDATE no action;

-- By whom a pinned comment was answered, once.
CREATE TABLE pin_answers (
  comment_id bigint PRIMARY KEY,
  case_id bigint NOT NULL,
  user_id bigint NOT NULL,
  created_at timestamp (3) with time zone NOT NULL
);
ALTER TABLE pin_answers ADD CONSTRAINT pin_answers_comment_id_case_comments_comment_id_fk FOREIGN KEY (comment_id) REFERENCES case_comments(comment_id) ON DELETE no action ON UPDATE no action;
ALTER TABLE pin_answers ADD CONSTRAINT pin_answers_case_id_cases_case_id_fk FOREIGN KEY (case_id) REFERENCES cases(case_id) ON DELETE no action ON UPDATE no action;
ALTER TABLE pin_answers ADD CONSTRAINT pin_answers_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE no action ON UPDATE no action;
CREATE INDEX pin_answers_case ON pin_answers (case_id);
CREATE TRIGGER pin_answers_author BEFORE INSERT ON pin_answers
  FOR EACH ROW EXECUTE FUNCTION in_own_name('user_id');
CREATE TRIGGER pin_answers_kept BEFORE UPDATE OR DELETE ON pin_answers
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER pin_answers_not_emptied BEFORE TRUNCATE ON pin_answers
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE pin_answers ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen_with_case ON pin_answers USING ((SELECT scope_all('cases')) OR sees_case(case_id));
