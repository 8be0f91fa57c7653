-- Stores why a user verified or completed a case although some points were open.
CREATE TABLE open_point_statements (
  case_id bigint NOT NULL,
  -- The step of the case's history.
  case_version integer NOT NULL,
  -- [{kind, count}]
  points jsonb NOT NULL,
  words text NOT NULL,
  stated_by bigint NOT NULL,
  stated_at timestamp (3) with time zone NOT NULL,
  PRIMARY KEY (case_id, case_version),
  CONSTRAINT open_point_statements_words CHECK (btrim(open_point_statements.words) <> ''),
  CONSTRAINT open_point_statements_points CHECK (jsonb_array_length(open_point_statements.points) > 0)
);
ALTER TABLE open_point_statements ADD CONSTRAINT open_point_statements_step_fk FOREIGN KEY (case_id, case_version) REFERENCES case_history(case_id, version) ON DELETE no action ON UPDATE no action;
ALTER TABLE open_point_statements ADD CONSTRAINT open_point_statements_stated_by_users_id_fk FOREIGN KEY (stated_by) REFERENCES users(id) ON DELETE no action ON UPDATE no action;
CREATE TRIGGER open_point_statements_author BEFORE INSERT ON open_point_statements
  FOR EACH ROW EXECUTE FUNCTION in_own_name('stated_by');
CREATE TRIGGER open_point_statements_kept BEFORE UPDATE OR DELETE ON open_point_statements
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER open_point_statements_not_emptied BEFORE TRUNCATE ON open_point_statements
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE open_point_statements ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen_with_case ON open_point_statements USING ((SELECT scope_all('cases'))
  OR (SELECT true FROM cases c WHERE c.case_id = open_point_statements.case_id));
