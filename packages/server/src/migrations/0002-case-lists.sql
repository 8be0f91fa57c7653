-- Indexes of the case lists, made for one million cases (features/cases/list-query.ts says how they are read).
--
-- A search period covers at most three or four calendar months, so every sort key has an index led by the month:
-- a list merges one ordered walk per month and stops after a page. Totals read one covering index by date.
-- Searches of three characters and more use trigrams; shorter ones, which trigrams cannot serve, use one- and
-- two-character grams of the name, each led by its month. The open cases, a hundredth of all, have an index of
-- their own.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE INDEX cases_listed ON cases (listed_at)
  INCLUDE (status, priority, severity, hospital_id, tech_center_id, technician_id, closed_at, search_names);
CREATE INDEX cases_center_listed ON cases (tech_center_id, listed_at)
  INCLUDE (status, priority, severity, hospital_id, technician_id, closed_at, search_names);
CREATE INDEX cases_hospital_listed ON cases (hospital_id, listed_at)
  INCLUDE (status, priority, severity, technician_id, closed_at, search_names);
CREATE INDEX cases_uploader_listed ON cases (uploader_group_id, listed_at);
CREATE INDEX cases_technician_listed ON cases (technician_id, listed_at);
CREATE INDEX cases_confirmer_listed ON cases (confirmer_id, listed_at) WHERE confirmer_id IS NOT NULL;
CREATE INDEX cases_patient ON cases (hospital_id, patient_id);
CREATE INDEX cases_search ON cases USING gin (search_ids gin_trgm_ops, search_names gin_trgm_ops);

-- Every one- and two-character part of a name, behind its month: 24323김, 24323김지.
CREATE FUNCTION month_grams(name text, month integer) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT COST 500 AS $$
  SELECT array_agg(DISTINCT month || substr(name, place, size))
  FROM generate_series(1, length(name)) place, generate_series(1, 2) size
  WHERE place + size - 1 <= length(name)
$$;
CREATE INDEX cases_month_grams ON cases USING gin (month_grams(search_names, listed_month)) WITH (fastupdate = off);
ALTER INDEX cases_month_grams ALTER COLUMN 1 SET STATISTICS 2000;

CREATE INDEX cases_status_listed ON cases (status, listed_at) WHERE status <> 'complete';
CREATE INDEX cases_open ON cases (status, report_due_date, case_id)
  INCLUDE (tech_center_id, hospital_id, technician_id, confirmer_id, uploader_group_id, priority)
  WHERE closed_at IS NULL AND status <> 'complete';
CREATE INDEX cases_confirmed_at ON cases (confirmed_date) INCLUDE (tech_center_id, hospital_id, technician_id);
CREATE INDEX cases_closed_at ON cases (closed_at) WHERE closed_at IS NOT NULL;

CREATE INDEX cases_by_hn_id ON cases (listed_month, hn_id, listed_at, case_id);
CREATE INDEX cases_by_patient_name ON cases (listed_month, patient_name, listed_at, case_id);
CREATE INDEX cases_by_hospital ON cases (listed_month, hospital_name, listed_at, case_id);
CREATE INDEX cases_by_recording_start ON cases (listed_month, recording_start, listed_at, case_id);
CREATE INDEX cases_by_recording_seconds ON cases (listed_month, recording_seconds, listed_at, case_id);
CREATE INDEX cases_by_status ON cases (listed_month, status_rank, listed_at, case_id);
CREATE INDEX cases_by_priority ON cases (listed_month, priority_rank, listed_at, case_id);
CREATE INDEX cases_by_severity ON cases (listed_month, severity_rank, listed_at, case_id);
CREATE INDEX cases_by_technician ON cases (listed_month, technician_name, listed_at, case_id);
CREATE INDEX cases_by_requested ON cases (listed_month, requested_date, listed_at, case_id);
CREATE INDEX cases_by_due ON cases (listed_month, report_due_date, listed_at, case_id);
CREATE INDEX cases_by_confirmed ON cases (listed_month, confirmed_date, listed_at, case_id);
CREATE INDEX cases_by_created ON cases (listed_month, created_at, listed_at, case_id);
CREATE INDEX cases_by_af ON cases (listed_month, af_share, listed_at, case_id);
CREATE INDEX cases_by_ve ON cases (listed_month, ve_count, listed_at, case_id);
CREATE INDEX cases_by_pauses ON cases (listed_month, pause_count, listed_at, case_id);
