-- Critical findings: the rules of each center by version, what they found in which case, everything that happened to
-- each, and whom to call in a hospital. domain/critical says how a finding lives.
CREATE TABLE critical_settings (
  center_id bigint NOT NULL,
  version integer NOT NULL,
  settings jsonb NOT NULL,
  created_by bigint NOT NULL,
  created_at timestamp (3) with time zone NOT NULL,
  PRIMARY KEY (center_id, version)
);
ALTER TABLE critical_settings ADD CONSTRAINT critical_settings_center_id_user_groups_id_fk FOREIGN KEY (center_id) REFERENCES user_groups(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE critical_settings ADD CONSTRAINT critical_settings_created_by_users_id_fk FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE no action ON UPDATE no action;
CREATE TRIGGER critical_settings_author BEFORE INSERT ON critical_settings
  FOR EACH ROW EXECUTE FUNCTION in_own_name('created_by');
CREATE TRIGGER critical_settings_kept BEFORE UPDATE OR DELETE ON critical_settings
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE hospital_contacts (
  hospital_id bigint PRIMARY KEY,
  version integer NOT NULL,
  contacts jsonb NOT NULL,
  updated_by bigint NOT NULL,
  updated_at timestamp (3) with time zone NOT NULL
);
ALTER TABLE hospital_contacts ADD CONSTRAINT hospital_contacts_hospital_id_user_groups_id_fk FOREIGN KEY (hospital_id) REFERENCES user_groups(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE hospital_contacts ADD CONSTRAINT hospital_contacts_updated_by_users_id_fk FOREIGN KEY (updated_by) REFERENCES users(id) ON DELETE no action ON UPDATE no action;

CREATE TABLE critical_findings (
  finding_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  case_id bigint NOT NULL,
  rule text NOT NULL,
  kind text NOT NULL,
  start_sample bigint NOT NULL,
  end_sample bigint NOT NULL,
  -- When the place was in the recording.
  start_ms bigint NOT NULL,
  beats integer NOT NULL,
  seconds double precision NOT NULL,
  bpm double precision,
  -- Every place of the rule then, the gravest first.
  places jsonb NOT NULL,
  analysis_version integer NOT NULL,
  reading_sequence integer NOT NULL,
  -- Of the center's rules; 0 where it never set any.
  settings_version integer NOT NULL,
  deadline_minutes integer NOT NULL,
  uploaded_at timestamp (3) with time zone NOT NULL,
  found_at timestamp (3) with time zone NOT NULL,
  due_at timestamp (3) with time zone NOT NULL,
  -- The signal of the place, kept with the finding: sixteen bits in microvolts, lead after lead.
  strip bytea,
  strip_hz double precision,
  -- Seconds of the strip before the place.
  strip_before_s double precision,
  strip_leads jsonb,
  state text DEFAULT 'open' NOT NULL,
  level integer DEFAULT 1 NOT NULL,
  judged_by bigint,
  judged_at timestamp (3) with time zone,
  called_at timestamp (3) with time zone,
  acknowledged_at timestamp (3) with time zone,
  acknowledged_by bigint,
  acknowledged_name text,
  acknowledged_way text,
  ended_at timestamp (3) with time zone,
  CONSTRAINT critical_findings_state CHECK (state IN ('open', 'confirmed', 'acknowledged', 'false', 'withdrawn')),
  CONSTRAINT critical_findings_ended CHECK ((state IN ('open', 'confirmed')) = (ended_at IS NULL)),
  CONSTRAINT critical_findings_acknowledged CHECK ((state = 'acknowledged') =
    (acknowledged_at IS NOT NULL AND acknowledged_by IS NOT NULL AND acknowledged_name IS NOT NULL
      AND acknowledged_way IS NOT NULL))
);
ALTER TABLE critical_findings ADD CONSTRAINT critical_findings_case_id_cases_case_id_fk FOREIGN KEY (case_id) REFERENCES cases(case_id) ON DELETE no action ON UPDATE no action;
ALTER TABLE critical_findings ADD CONSTRAINT critical_findings_judged_by_users_id_fk FOREIGN KEY (judged_by) REFERENCES users(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE critical_findings ADD CONSTRAINT critical_findings_acknowledged_by_users_id_fk FOREIGN KEY (acknowledged_by) REFERENCES users(id) ON DELETE no action ON UPDATE no action;
-- A rule of a case has one finding under way.
CREATE UNIQUE INDEX critical_findings_under_way ON critical_findings (case_id, rule) WHERE state IN ('open', 'confirmed');
CREATE INDEX critical_findings_case ON critical_findings (case_id, finding_id);
CREATE INDEX critical_findings_due ON critical_findings (due_at) WHERE state IN ('open', 'confirmed');
CREATE INDEX critical_findings_ended ON critical_findings (ended_at) WHERE ended_at IS NOT NULL;
CREATE TRIGGER critical_findings_kept BEFORE UPDATE OR DELETE ON critical_findings
  FOR EACH ROW EXECUTE FUNCTION refuse_other_change('again:state', 'again:level', 'again:judged_by', 'again:judged_at',
    'again:called_at', 'acknowledged_at', 'acknowledged_by', 'acknowledged_name', 'acknowledged_way', 'again:ended_at');
CREATE TRIGGER critical_findings_not_emptied BEFORE TRUNCATE ON critical_findings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE critical_events (
  event_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  finding_id bigint NOT NULL,
  case_id bigint NOT NULL,
  event text NOT NULL,
  level integer,
  user_id bigint,
  -- Whom in the hospital, by what, and what is to be said of it.
  contact text,
  way text,
  note text DEFAULT '' NOT NULL,
  created_at timestamp (3) with time zone NOT NULL
);
ALTER TABLE critical_events ADD CONSTRAINT critical_events_finding_id_critical_findings_finding_id_fk FOREIGN KEY (finding_id) REFERENCES critical_findings(finding_id) ON DELETE no action ON UPDATE no action;
ALTER TABLE critical_events ADD CONSTRAINT critical_events_case_id_cases_case_id_fk FOREIGN KEY (case_id) REFERENCES cases(case_id) ON DELETE no action ON UPDATE no action;
ALTER TABLE critical_events ADD CONSTRAINT critical_events_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE no action ON UPDATE no action;
CREATE INDEX critical_events_finding ON critical_events (finding_id, event_id);
CREATE INDEX critical_events_case ON critical_events (case_id, event_id);
CREATE TRIGGER critical_events_author BEFORE INSERT ON critical_events
  FOR EACH ROW EXECUTE FUNCTION in_own_name('user_id');
CREATE TRIGGER critical_events_kept BEFORE UPDATE OR DELETE ON critical_events
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER critical_events_not_emptied BEFORE TRUNCATE ON critical_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

DO $$
DECLARE hanging text;
BEGIN
  FOREACH hanging IN ARRAY ARRAY['critical_findings', 'critical_events'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', hanging);
    EXECUTE format('CREATE POLICY seen_with_case ON %I USING ((SELECT scope_all(''cases'')) OR sees_case(case_id))',
      hanging);
  END LOOP;
END
$$;

-- Until when the hospital must know of what is under way in a case; null where nothing is.
ALTER TABLE cases ADD COLUMN critical_due_at timestamp (3) with time zone;
CREATE OR REPLACE VIEW every_case AS SELECT * FROM cases WHERE scope_all('cases');
