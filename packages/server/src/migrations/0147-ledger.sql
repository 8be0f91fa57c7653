-- The ledger: since when a partner gets results, the days that were closed, and who is mailed what each day came to.
-- Everything else is counted from cases, report versions, messages, orders and findings (features/integration/ledger).
ALTER TABLE partners ADD COLUMN sending_since timestamp (3) with time zone;
UPDATE partners SET sending_since = created_at WHERE active AND sends_results;

ALTER TABLE notification_preferences ADD COLUMN ledger_mail boolean DEFAULT false NOT NULL;

-- One row for each day of an institution that is over. It makes the mails of the day go out once, and shows later
-- whether what happened that day has changed since.
CREATE TABLE ledger_closings (
  hospital_id bigint NOT NULL,
  day date NOT NULL,
  counts jsonb NOT NULL,
  closed_at timestamp (3) with time zone NOT NULL,
  CONSTRAINT ledger_closings_pkey PRIMARY KEY (hospital_id, day)
);
ALTER TABLE ledger_closings ADD CONSTRAINT ledger_closings_hospital_id_user_groups_id_fk FOREIGN KEY (hospital_id) REFERENCES user_groups(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE ledger_closings ENABLE ROW LEVEL SECURITY;
CREATE POLICY ledger_closings_seen ON ledger_closings FOR SELECT USING (
  (SELECT scope_all('cases'))
  OR hospital_id = ANY ((SELECT scope_ids('case_hospital_id'))::bigint[])
  OR hospital_id = ANY ((SELECT scope_hospitals('center_id'))::bigint[]));
CREATE POLICY ledger_closings_written ON ledger_closings FOR INSERT WITH CHECK ((SELECT scope_all('')));
