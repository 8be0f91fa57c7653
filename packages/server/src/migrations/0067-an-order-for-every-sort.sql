-- concurrently
-- An index for every order and count of the lists that had to read too much (features/cases/list-query.ts says how they
-- are read).

-- Corrections sorted by when they began: the only sort key without its index.
DROP INDEX CONCURRENTLY IF EXISTS cases_by_edit_started;
CREATE INDEX CONCURRENTLY cases_by_edit_started ON cases (listed_month, edit_started_at, listed_at, case_id);

-- A center's cases by hospital and by technician: their names belong to the center, so that the order of a whole month
-- may name all cases of other centers first.
DROP INDEX CONCURRENTLY IF EXISTS cases_of_center_by_hospital;
CREATE INDEX CONCURRENTLY cases_of_center_by_hospital
  ON cases (tech_center_id, listed_month, hospital_name, listed_at, case_id);
DROP INDEX CONCURRENTLY IF EXISTS cases_of_center_by_technician;
CREATE INDEX CONCURRENTLY cases_of_center_by_technician
  ON cases (tech_center_id, listed_month, technician_name, listed_at, case_id);

-- Counts of the views of open cases, which ask for the date too; a center and a hospital read their own part alone, and
-- whoever sees all reads either index whole.
DROP INDEX CONCURRENTLY IF EXISTS cases_open_of_center;
CREATE INDEX CONCURRENTLY cases_open_of_center ON cases (tech_center_id, status, report_due_date, case_id)
  INCLUDE (hospital_id, uploader_group_id, technician_id, technician_group_id, confirmer_id,
    priority_rank, verification_requested_at, verified_at, listed_at)
  WHERE closed_at IS NULL AND status <> 'complete';
DROP INDEX CONCURRENTLY IF EXISTS cases_open_of_hospital;
CREATE INDEX CONCURRENTLY cases_open_of_hospital ON cases (hospital_id, status, report_due_date, case_id)
  INCLUDE (uploader_group_id, tech_center_id, technician_id, technician_group_id, confirmer_id,
    priority_rank, verification_requested_at, verified_at, listed_at)
  WHERE closed_at IS NULL AND status <> 'complete';
DROP INDEX CONCURRENTLY IF EXISTS cases_open_views;

-- Of what a group sees beside its own hospital's and center's cases, only what those do not hold: nearly every case is
-- read by a technician of its own center and sent by its own hospital, and was counted twice to be left out once.
DROP INDEX CONCURRENTLY IF EXISTS cases_read_elsewhere;
CREATE INDEX CONCURRENTLY cases_read_elsewhere ON cases (technician_group_id, listed_at)
  INCLUDE (case_id, hospital_id, uploader_group_id, status_rank, priority_rank, severity_rank, closed_at,
    search_names, search_ids, tech_center_id, technician_id, confirmer_id)
  WHERE technician_group_id IS DISTINCT FROM tech_center_id;
DROP INDEX CONCURRENTLY IF EXISTS cases_of_technician_group;
DROP INDEX CONCURRENTLY IF EXISTS cases_sent_elsewhere;
CREATE INDEX CONCURRENTLY cases_sent_elsewhere ON cases (uploader_group_id, listed_at)
  INCLUDE (case_id, hospital_id, status_rank, priority_rank, severity_rank, closed_at,
    search_names, search_ids, tech_center_id, technician_id, technician_group_id, confirmer_id)
  WHERE uploader_group_id IS DISTINCT FROM hospital_id;
DROP INDEX CONCURRENTLY IF EXISTS cases_uploader_listed;
ANALYZE cases;
