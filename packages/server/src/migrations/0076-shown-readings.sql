-- Whom a case's first reading was shown, written before the answer that shows it goes out: these cannot read it blind.
-- docs/second-readings.md says what counts as shown.
CREATE TABLE shown_readings (
  case_id bigint NOT NULL REFERENCES cases(case_id),
  user_id bigint NOT NULL REFERENCES users(id),
  shown_at timestamp (3) with time zone NOT NULL DEFAULT now(),
  PRIMARY KEY (case_id, user_id)
);
ALTER TABLE shown_readings ENABLE ROW LEVEL SECURITY;
CREATE POLICY shown_readings_own ON shown_readings USING (
  (SELECT scope_all('')) OR user_id = ANY ((SELECT stated_user())::bigint[]));
CREATE TRIGGER shown_readings_kept BEFORE UPDATE OR DELETE ON shown_readings
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER shown_readings_not_emptied BEFORE TRUNCATE ON shown_readings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The open second readings of a center, which every list of its readers asks for.
CREATE INDEX second_readings_under_way ON second_readings (center_id, case_id)
  WHERE given_back_at IS NULL AND finished_at IS NULL;

-- Until now lists and spreadsheets showed results: whoever saw one of a case that is still to be read cannot read it blind.
INSERT INTO shown_readings (case_id, user_id)
  SELECT DISTINCT seen.case_id, a.user_id
  FROM audit_log a CROSS JOIN LATERAL unnest(a.case_ids) seen (case_id)
    JOIN users u ON u.id = a.user_id AND u.role_key IN ('TECHNICIAN', 'CHIEF')
    JOIN second_readings s ON s.case_id = seen.case_id AND s.given_back_at IS NULL AND s.finished_at IS NULL
      AND s.reader_id IS DISTINCT FROM a.user_id
  WHERE EXISTS (SELECT 1 FROM second_readings o WHERE o.given_back_at IS NULL AND o.finished_at IS NULL)
    AND a.case_ids && array(SELECT o.case_id FROM second_readings o WHERE o.given_back_at IS NULL AND o.finished_at IS NULL)
    AND a.outcome = 'done' AND a.action IN ('case.list', 'case.export', 'critical.list')
    AND a.at >= (SELECT min(h.created_at) FROM case_history h WHERE h.case_id = seen.case_id AND h.action = 'start');
