-- The phrases of a center are written by its own users, and seen by these and by those of its hospitals.
ALTER TABLE report_phrases ENABLE ROW LEVEL SECURITY;
CREATE POLICY report_phrases_seen ON report_phrases FOR SELECT USING (
  (SELECT scope_all('cases'))
  OR center_id = ANY ((SELECT scope_ids('center_id'))::bigint[])
  OR center_id IN (SELECT tech_center_id FROM user_groups WHERE id = ANY ((SELECT scope_ids('case_hospital_id'))::bigint[])));
CREATE POLICY report_phrases_written ON report_phrases FOR INSERT WITH CHECK (
  (SELECT scope_all('')) OR center_id = ANY ((SELECT scope_ids('center_id'))::bigint[]));
