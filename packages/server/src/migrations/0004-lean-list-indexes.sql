-- concurrently
-- The lists' covering indexes anew (features/cases/list-query.ts says how they are read): what filters ask by stands in
-- them as small numbers of fixed width, what searches ask by next, which halves the time of a count; the case's id
-- stands in them too, so that matches are named without a look at their rows. A team's or center's own cases get an
-- index, and the one over open cases answers every saved view. A million cases take a minute of building: meanwhile
-- nothing is locked.
DROP INDEX CONCURRENTLY IF EXISTS cases_in_period;
CREATE INDEX CONCURRENTLY cases_in_period ON cases (listed_at)
  INCLUDE (case_id, hospital_id, uploader_group_id, status_rank, priority_rank, severity_rank, closed_at,
    search_names, search_ids, tech_center_id, technician_id, technician_group_id, confirmer_id);
DROP INDEX CONCURRENTLY IF EXISTS cases_of_center;
CREATE INDEX CONCURRENTLY cases_of_center ON cases (tech_center_id, listed_at)
  INCLUDE (case_id, hospital_id, uploader_group_id, status_rank, priority_rank, severity_rank, closed_at,
    search_names, search_ids, technician_id, technician_group_id, confirmer_id);
DROP INDEX CONCURRENTLY IF EXISTS cases_of_hospital;
CREATE INDEX CONCURRENTLY cases_of_hospital ON cases (hospital_id, listed_at)
  INCLUDE (case_id, uploader_group_id, status_rank, priority_rank, severity_rank, closed_at,
    search_names, search_ids, tech_center_id, technician_id, technician_group_id, confirmer_id);
DROP INDEX CONCURRENTLY IF EXISTS cases_of_technician_group;
CREATE INDEX CONCURRENTLY cases_of_technician_group ON cases (technician_group_id, listed_at)
  INCLUDE (case_id, hospital_id, uploader_group_id, status_rank, priority_rank, severity_rank, closed_at,
    search_names, search_ids, tech_center_id, technician_id, confirmer_id)
  WHERE technician_group_id IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS cases_open_views;
CREATE INDEX CONCURRENTLY cases_open_views ON cases (status, report_due_date, case_id)
  INCLUDE (hospital_id, uploader_group_id, tech_center_id, technician_id, technician_group_id, confirmer_id,
    priority_rank, verification_requested_at, verified_at)
  WHERE closed_at IS NULL AND status <> 'complete';
DROP INDEX CONCURRENTLY IF EXISTS cases_confirmed;
CREATE INDEX CONCURRENTLY cases_confirmed ON cases (confirmed_date)
  INCLUDE (case_id, hospital_id, uploader_group_id, tech_center_id, technician_id, technician_group_id, confirmer_id);
DROP INDEX CONCURRENTLY IF EXISTS cases_listed;
DROP INDEX CONCURRENTLY IF EXISTS cases_center_listed;
DROP INDEX CONCURRENTLY IF EXISTS cases_hospital_listed;
DROP INDEX CONCURRENTLY IF EXISTS cases_open;
DROP INDEX CONCURRENTLY IF EXISTS cases_confirmed_at;
ANALYZE cases;
