-- How far the dealing of a center's requests has come is its own: seen by its users and by who oversees all. Who makes a
-- request mostly belongs to a hospital, so it is written by the installation (records/cases/deal-case.ts).
ALTER TABLE center_dealings ENABLE ROW LEVEL SECURITY;
CREATE POLICY center_dealings_seen ON center_dealings FOR SELECT USING (
  (SELECT scope_all('cases')) OR center_id = ANY ((SELECT scope_ids('center_id'))::bigint[]));
CREATE POLICY center_dealings_kept ON center_dealings USING ((SELECT scope_all('')));
