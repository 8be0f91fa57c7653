-- What a chief stated at a verification about findings that the reading counts and does not list. The words are printed
-- in the report version that the verification made.
CREATE TABLE left_out_statements (
  case_id bigint NOT NULL,
  report_version integer NOT NULL,
  -- The step of the case's history that verified it.
  case_version integer NOT NULL,
  words text NOT NULL,
  -- [{kind, found, listed}]
  left_out jsonb NOT NULL,
  stated_by bigint NOT NULL,
  stated_at timestamp (3) with time zone NOT NULL,
  PRIMARY KEY (case_id, report_version),
  CONSTRAINT left_out_statements_words CHECK (btrim(left_out_statements.words) <> ''),
  CONSTRAINT left_out_statements_kinds CHECK (jsonb_array_length(left_out_statements.left_out) > 0)
);
ALTER TABLE left_out_statements ADD CONSTRAINT left_out_statements_version_fk FOREIGN KEY (case_id, report_version) REFERENCES report_versions(case_id, report_version) ON DELETE no action ON UPDATE no action;
ALTER TABLE left_out_statements ADD CONSTRAINT left_out_statements_stated_by_users_id_fk FOREIGN KEY (stated_by) REFERENCES users(id) ON DELETE no action ON UPDATE no action;
CREATE TRIGGER left_out_statements_author BEFORE INSERT ON left_out_statements
  FOR EACH ROW EXECUTE FUNCTION in_own_name('stated_by');
CREATE TRIGGER left_out_statements_kept BEFORE UPDATE OR DELETE ON left_out_statements
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER left_out_statements_not_emptied BEFORE TRUNCATE ON left_out_statements
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE left_out_statements ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen_with_case ON left_out_statements USING ((SELECT scope_all('cases'))
  OR (SELECT true FROM cases c WHERE c.case_id = left_out_statements.case_id));

-- The version that a verification makes is the chief's, the reading in it is not: nobody verifies their own reading.
ALTER TABLE report_versions ADD COLUMN reading_by bigint;
ALTER TABLE report_versions ADD CONSTRAINT report_versions_reading_by_users_id_fk FOREIGN KEY (reading_by) REFERENCES users(id) ON DELETE no action ON UPDATE no action;
