-- The requests of a center are dealt to its teams by their analysis ratios (domain/case/dealing.ts): a case bears the
-- team to whose share it belongs, a center how far its dealing has come. A dealing is held while a request is made, so
-- that requests of one moment are dealt one after the other.
ALTER TABLE cases ADD COLUMN team_id bigint REFERENCES user_groups(id);
CREATE OR REPLACE VIEW every_case AS SELECT * FROM cases WHERE scope_all('cases');

CREATE TABLE center_dealings (
  center_id bigint PRIMARY KEY REFERENCES user_groups(id),
  shares jsonb DEFAULT '[]' NOT NULL,
  -- When the shares began to be counted: since then neither ratios nor teams changed.
  counted_since timestamp (3) with time zone NOT NULL
);

-- The teams of a center, which are few beside its hospitals.
CREATE INDEX user_groups_teams ON user_groups (tech_center_id, id) WHERE type = 'team' AND deleted_at IS NULL;
-- Has a team cases that wait, and how many?
CREATE INDEX cases_waiting_of_team ON cases (team_id) WHERE status = 'request' AND closed_at IS NULL;
-- The lists' covering index of a team's share, as those of centers and hospitals are.
CREATE INDEX cases_of_team ON cases (team_id, listed_at)
  INCLUDE (case_id, hospital_id, uploader_group_id, status_rank, priority_rank, severity_rank, closed_at,
    search_names, search_ids, tech_center_id, technician_id, technician_group_id, confirmer_id)
  WHERE team_id IS NOT NULL;
