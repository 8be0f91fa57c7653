-- Which minutes of a case's recording each reader had before them at a scale at which beats can be read, counted from
-- its first sample. Merged by union: nothing that was seen is unseen again.
CREATE TABLE reading_coverage (
  case_id bigint NOT NULL,
  user_id bigint NOT NULL,
  minutes int4multirange NOT NULL,
  updated_at timestamp (3) with time zone NOT NULL,
  PRIMARY KEY (case_id, user_id),
  CONSTRAINT reading_coverage_minutes CHECK (isempty(minutes) OR lower(minutes) >= 0)
);
ALTER TABLE reading_coverage ADD CONSTRAINT reading_coverage_case_id_cases_case_id_fk FOREIGN KEY (case_id) REFERENCES cases(case_id) ON DELETE no action ON UPDATE no action;
ALTER TABLE reading_coverage ADD CONSTRAINT reading_coverage_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE no action ON UPDATE no action;
CREATE TRIGGER reading_coverage_author BEFORE INSERT ON reading_coverage
  FOR EACH ROW EXECUTE FUNCTION in_own_name('user_id');
ALTER TABLE reading_coverage ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen_with_case ON reading_coverage USING ((SELECT scope_all('cases')) OR sees_case(case_id));
