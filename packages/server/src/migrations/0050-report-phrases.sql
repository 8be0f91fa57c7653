-- The phrases of each center for the conclusion of a report, version by version, each whole and in order.
CREATE TABLE report_phrases (
  center_id bigint NOT NULL,
  version integer NOT NULL,
  phrases jsonb NOT NULL,
  created_by bigint NOT NULL,
  created_at timestamp (3) with time zone NOT NULL,
  PRIMARY KEY (center_id, version)
);
ALTER TABLE report_phrases ADD CONSTRAINT report_phrases_center_id_user_groups_id_fk FOREIGN KEY (center_id) REFERENCES user_groups(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE report_phrases ADD CONSTRAINT report_phrases_created_by_users_id_fk FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE no action ON UPDATE no action;
CREATE TRIGGER report_phrases_author BEFORE INSERT ON report_phrases
  FOR EACH ROW EXECUTE FUNCTION in_own_name('created_by');
CREATE TRIGGER report_phrases_kept BEFORE UPDATE OR DELETE ON report_phrases
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER report_phrases_not_emptied BEFORE TRUNCATE ON report_phrases
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
