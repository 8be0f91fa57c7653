-- The data model: people, cases, recordings, notices, and what keeps the installation honest.
-- The Drizzle schema in platform/db/schema says the same to the compiler; a test compares the two.

CREATE TABLE agreements (
  agreement_id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  case_id bigint NOT NULL,
  agree_type text NOT NULL,
  text_version text NOT NULL,
  text_sha256 text NOT NULL,
  witnessed_by bigint,
  agreed_at timestamp (3) with time zone,
  withdrawn_at timestamp (3) with time zone,
  link_hash bytea,
  link_expires_at timestamp (3) with time zone,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT agreements_type CHECK (agreements.agree_type in ('PAPER', 'SCREEN', 'MOBILE'))
);

CREATE TABLE case_comments (
  comment_id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  case_id bigint NOT NULL,
  user_id bigint NOT NULL,
  user_group_id bigint NOT NULL,
  internal boolean NOT NULL,
  content text NOT NULL,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE case_files (
  file_id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  case_id bigint NOT NULL,
  kind text NOT NULL,
  side text NOT NULL,
  filename text NOT NULL,
  media_type text NOT NULL,
  size_bytes bigint NOT NULL,
  sha256 text NOT NULL,
  created_by bigint,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  purged_at timestamp (3) with time zone,
  CONSTRAINT case_files_kind CHECK (case_files.kind in ('report', 'order', 'signal', 'view', 'summary', 'events', 'other')),
  CONSTRAINT case_files_side CHECK (case_files.side in ('request', 'user', 'technician')),
  CONSTRAINT case_files_sha256 CHECK (case_files.sha256 ~ '^[0-9a-f]{64}$')
);

CREATE TABLE case_history (
  history_id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  case_id bigint NOT NULL,
  version integer NOT NULL,
  action text NOT NULL,
  from_status text,
  status text NOT NULL,
  user_id bigint,
  role_key text,
  user_group_id bigint,
  description text DEFAULT '' NOT NULL,
  request_id text NOT NULL,
  created_at timestamp (3) with time zone NOT NULL,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL
);

CREATE TABLE cases (
  case_id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  version integer DEFAULT 1 NOT NULL,
  hn_id text NOT NULL,
  status text DEFAULT 'ready' NOT NULL,
  job_count integer DEFAULT 0 NOT NULL,
  hospital_id bigint NOT NULL,
  tech_center_id bigint,
  owner_id bigint NOT NULL,
  uploader_group_id bigint NOT NULL,
  technician_id bigint,
  confirmer_id bigint,
  verification_requested_at timestamp (3) with time zone,
  verified_at timestamp (3) with time zone,
  edit_started_at timestamp (3) with time zone,
  edit_saved_at timestamp (3) with time zone,
  closed_at timestamp (3) with time zone,
  close_reason text,
  patient_id text,
  patient_first_name text,
  patient_last_name text,
  birth_date date,
  gender text,
  phone_number text,
  priority text DEFAULT 'normal' NOT NULL,
  severity text DEFAULT 'none' NOT NULL,
  attachment_date date,
  detachment_date date,
  product_name text,
  comment text DEFAULT '' NOT NULL,
  technician_comment text DEFAULT '' NOT NULL,
  report_version integer,
  recording_start timestamp (3) with time zone,
  recording_seconds double precision,
  af_share double precision,
  ve_count integer,
  pause_count integer,
  requested_date timestamp (3) with time zone,
  report_due_date timestamp (3) with time zone,
  confirmed_date timestamp (3) with time zone,
  charging_unit_id bigint,
  price_minor bigint,
  currency text,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  listed_at timestamp (3) with time zone GENERATED ALWAYS AS (coalesce(requested_date, created_at)) STORED NOT NULL,
  -- What lists sort and search by, kept by the database itself.
  listed_month integer GENERATED ALWAYS AS (
    (extract(year from coalesce(requested_date, created_at) at time zone 'UTC') * 12
      + extract(month from coalesce(requested_date, created_at) at time zone 'UTC'))::integer
  ) STORED NOT NULL,
  patient_name text GENERATED ALWAYS AS (
    lower(coalesce(patient_last_name, '') || coalesce(patient_first_name, ''))
  ) STORED NOT NULL,
  -- The family name stands on both sides, so that either order of a name is found once blanks are taken out.
  search_names text GENERATED ALWAYS AS (
    lower(regexp_replace(
      coalesce(patient_last_name, '') || coalesce(patient_first_name, '') || coalesce(patient_last_name, ''),
      '\s', '', 'g'))
  ) STORED NOT NULL,
  search_ids text GENERATED ALWAYS AS (lower(hn_id || ' ' || coalesce(patient_id, ''))) STORED NOT NULL,
  status_rank smallint GENERATED ALWAYS AS (
    array_position(ARRAY['ready', 'request', 'assigned', 'start', 'review', 'complete', 'edit'], status)
  ) STORED NOT NULL,
  priority_rank smallint GENERATED ALWAYS AS (array_position(ARRAY['normal', 'urgent'], priority)) STORED NOT NULL,
  severity_rank smallint GENERATED ALWAYS AS (
    array_position(ARRAY['none', 'low', 'moderate', 'high', 'critical'], severity)
  ) STORED NOT NULL,
  hospital_name text NOT NULL DEFAULT '',
  technician_name text,
  -- The technician's own group, a team or the center: what a team's manager sees as its own.
  technician_group_id bigint,
  CONSTRAINT cases_hn_id_unique UNIQUE(hn_id),
  CONSTRAINT cases_status CHECK (cases.status in ('ready', 'request', 'assigned', 'start', 'review', 'complete', 'edit')),
  CONSTRAINT cases_priority CHECK (cases.priority in ('normal', 'urgent')),
  CONSTRAINT cases_severity CHECK (cases.severity in ('none', 'low', 'moderate', 'high', 'critical')),
  CONSTRAINT cases_gender CHECK (cases.gender in ('male', 'female', 'other')),
  CONSTRAINT cases_hn_id CHECK (cases.hn_id ~ '^HN[A-Z0-9]{6,12}$'),
  CONSTRAINT cases_assignee CHECK ((cases.status in ('ready', 'request')) = (cases.technician_id is null)),
  CONSTRAINT cases_requested CHECK (cases.status = 'ready' or cases.requested_date is not null),
  CONSTRAINT cases_confirmed CHECK (cases.status not in ('complete', 'edit') or cases.confirmed_date is not null),
  CONSTRAINT cases_closed CHECK ((cases.closed_at is null) = (cases.close_reason is null))
);

CREATE TABLE report_versions (
  case_id bigint NOT NULL,
  report_version integer NOT NULL,
  file_id bigint NOT NULL,
  source text NOT NULL,
  created_by bigint NOT NULL,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  released_at timestamp (3) with time zone,
  CONSTRAINT report_versions_case_id_report_version_pk PRIMARY KEY(case_id,report_version),
  CONSTRAINT report_versions_source CHECK (report_versions.source in ('device', 'technician'))
);

CREATE TABLE notices (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  title text NOT NULL,
  content text NOT NULL,
  group_type text NOT NULL,
  category text NOT NULL,
  popup boolean DEFAULT false NOT NULL,
  user_id bigint NOT NULL,
  user_group_id bigint,
  from_time timestamp (3) with time zone NOT NULL,
  to_time timestamp (3) with time zone NOT NULL,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  deleted_at timestamp (3) with time zone,
  CONSTRAINT notices_group_type CHECK (notices.group_type in ('hospital', 'tech_center', 'all')),
  CONSTRAINT notices_category CHECK (notices.category in ('service', 'system')),
  CONSTRAINT notices_window CHECK (notices.from_time < notices.to_time)
);

CREATE TABLE notifications (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL,
  patch_id bigint,
  category text NOT NULL,
  code text NOT NULL,
  parameters jsonb DEFAULT '{}'::jsonb NOT NULL,
  status text DEFAULT 'N' NOT NULL,
  create_time timestamp (3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT notifications_status CHECK (notifications.status in ('N', 'Y'))
);

CREATE TABLE audit_log (
  audit_id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  at timestamp (3) with time zone DEFAULT now() NOT NULL,
  user_id bigint,
  role_key text,
  action text NOT NULL,
  target text NOT NULL,
  reason text DEFAULT '' NOT NULL,
  request_id text NOT NULL,
  address inet
);

CREATE TABLE idempotency_keys (
  user_id bigint NOT NULL,
  key text NOT NULL,
  route text NOT NULL,
  body_sha256 bytea NOT NULL,
  status integer NOT NULL,
  answer jsonb NOT NULL,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT idempotency_keys_user_id_key_pk PRIMARY KEY(user_id,key)
);

CREATE TABLE invoice_adjustments (
  adjustment_id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  case_id bigint NOT NULL,
  hospital_id bigint NOT NULL,
  month date NOT NULL,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  reason text NOT NULL,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT invoice_adjustments_month CHECK (extract(day from invoice_adjustments.month) = 1)
);

CREATE TABLE invoice_months (
  month date PRIMARY KEY NOT NULL,
  closed_at timestamp (3) with time zone NOT NULL,
  closed_by bigint NOT NULL,
  figures jsonb NOT NULL
);

CREATE TABLE assigned_groups (
  group_id bigint NOT NULL,
  facility_id bigint NOT NULL,
  CONSTRAINT assigned_groups_group_id_facility_id_pk PRIMARY KEY(group_id,facility_id)
);

CREATE TABLE charging_unit_prices (
  charging_unit_id bigint NOT NULL,
  priority text NOT NULL,
  length_class text NOT NULL,
  valid_from date NOT NULL,
  amount_minor bigint NOT NULL,
  PRIMARY KEY (charging_unit_id,priority,length_class,valid_from),
  CONSTRAINT charging_unit_prices_amount CHECK (charging_unit_prices.amount_minor >= 0),
  CONSTRAINT charging_unit_prices_priority CHECK (charging_unit_prices.priority in ('normal', 'urgent')),
  CONSTRAINT charging_unit_prices_length CHECK (charging_unit_prices.length_class in ('up_to_48_h', 'up_to_7_d', 'longer'))
);

CREATE TABLE charging_units (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  currency text NOT NULL,
  description text DEFAULT '' NOT NULL,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT charging_units_name_unique UNIQUE(name)
);

CREATE TABLE login_failures (
  user_id_key text PRIMARY KEY NOT NULL,
  failures integer NOT NULL,
  last_failure_at timestamp (3) with time zone NOT NULL,
  locked_until timestamp (3) with time zone
);

CREATE TABLE push_tokens (
  push_token text PRIMARY KEY NOT NULL,
  user_id bigint NOT NULL,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  refreshed_at timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE sessions (
  token_hash bytea PRIMARY KEY NOT NULL,
  user_id bigint NOT NULL,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  last_seen_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  expires_at timestamp (3) with time zone NOT NULL,
  revoked_at timestamp (3) with time zone,
  revoked_because text,
  address inet,
  user_agent text DEFAULT '' NOT NULL
);

CREATE TABLE user_groups (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  type text NOT NULL,
  name text NOT NULL,
  register_code text,
  department text,
  region text DEFAULT '' NOT NULL,
  postcode text DEFAULT '' NOT NULL,
  address text DEFAULT '' NOT NULL,
  description text DEFAULT '' NOT NULL,
  time_zone text DEFAULT 'Asia/Seoul' NOT NULL,
  agree_type text DEFAULT 'NONE' NOT NULL,
  tech_center_id bigint,
  charging_unit_id bigint,
  analysis_ratio integer,
  turnaround_normal_h integer DEFAULT 72 NOT NULL,
  turnaround_urgent_h integer DEFAULT 24 NOT NULL,
  verification_required boolean DEFAULT false NOT NULL,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  deleted_at timestamp (3) with time zone,
  CONSTRAINT user_groups_type CHECK (user_groups.type in ('hospital', 'logistics', 'tech_center', 'team', 'distributer', 'admin')),
  CONSTRAINT user_groups_agree_type CHECK (user_groups.agree_type in ('NONE', 'PAPER', 'SCREEN', 'MOBILE')),
  CONSTRAINT user_groups_turnaround CHECK (user_groups.turnaround_normal_h > 0 and user_groups.turnaround_urgent_h > 0),
  CONSTRAINT user_groups_ratio CHECK (user_groups.analysis_ratio between 0 and 100),
  CONSTRAINT user_groups_team_center CHECK (user_groups.type <> 'team' or user_groups.tech_center_id is not null)
);

CREATE TABLE users (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  user_id text NOT NULL,
  name text NOT NULL,
  email text DEFAULT '' NOT NULL,
  phone_number text DEFAULT '' NOT NULL,
  description text DEFAULT '' NOT NULL,
  role_key text NOT NULL,
  user_group_id bigint NOT NULL,
  password_hash text NOT NULL,
  must_change_password boolean DEFAULT false NOT NULL,
  use_flag text DEFAULT 'Y' NOT NULL,
  preferences jsonb DEFAULT '{}'::jsonb NOT NULL,
  badge_reset_id bigint DEFAULT 0 NOT NULL,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  deleted_at timestamp (3) with time zone,
  CONSTRAINT users_role_key CHECK (users.role_key in ('LOGISTICS', 'DOCTOR', 'TECHNICIAN', 'CHIEF', 'MANAGER', 'CENTER', 'DISTRIBUTER', 'ADMIN')),
  CONSTRAINT users_use_flag CHECK (users.use_flag in ('Y', 'D')),
  CONSTRAINT users_user_id CHECK (users.user_id ~ '^[A-Za-z0-9]+$')
);

CREATE TABLE recordings (
  recording_id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  case_id bigint NOT NULL,
  start_ms bigint NOT NULL,
  sampling_hz double precision NOT NULL,
  samples bigint NOT NULL,
  leads jsonb NOT NULL,
  pyramid jsonb NOT NULL,
  trace_sha256 text NOT NULL,
  gaps jsonb NOT NULL,
  events jsonb NOT NULL,
  hours jsonb NOT NULL,
  glyph bytea NOT NULL,
  analysable_share double precision NOT NULL,
  view_mismatches bigint NOT NULL,
  synthetic boolean DEFAULT false NOT NULL,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  purged_at timestamp (3) with time zone,
  CONSTRAINT recordings_case_id_unique UNIQUE(case_id),
  CONSTRAINT recordings_glyph CHECK (octet_length(glyph) = 324)
);

CREATE TABLE uploads (
  upload_id text PRIMARY KEY NOT NULL,
  user_id bigint NOT NULL,
  user_group_id bigint NOT NULL,
  hospital_id bigint NOT NULL,
  filename text NOT NULL,
  hn_id text NOT NULL,
  metadata jsonb DEFAULT '{}'::jsonb NOT NULL,
  size_bytes bigint NOT NULL,
  received_bytes bigint DEFAULT 0 NOT NULL,
  state text DEFAULT 'receiving' NOT NULL,
  code text,
  parameters jsonb,
  entry text,
  case_id bigint,
  capability_hash bytea NOT NULL,
  capability_expires_at timestamp (3) with time zone NOT NULL,
  language text DEFAULT 'en' NOT NULL,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  finished_at timestamp (3) with time zone,
  CONSTRAINT uploads_state CHECK (uploads.state in ('receiving', 'checking', 'done', 'refused', 'cancelled'))
);

ALTER TABLE agreements ADD CONSTRAINT agreements_case_id_cases_case_id_fk FOREIGN KEY (case_id) REFERENCES cases(case_id) ON DELETE no action ON UPDATE no action;
ALTER TABLE agreements ADD CONSTRAINT agreements_witnessed_by_users_id_fk FOREIGN KEY (witnessed_by) REFERENCES users(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE case_comments ADD CONSTRAINT case_comments_case_id_cases_case_id_fk FOREIGN KEY (case_id) REFERENCES cases(case_id) ON DELETE no action ON UPDATE no action;
ALTER TABLE case_comments ADD CONSTRAINT case_comments_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE case_comments ADD CONSTRAINT case_comments_user_group_id_user_groups_id_fk FOREIGN KEY (user_group_id) REFERENCES user_groups(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE case_files ADD CONSTRAINT case_files_case_id_cases_case_id_fk FOREIGN KEY (case_id) REFERENCES cases(case_id) ON DELETE no action ON UPDATE no action;
ALTER TABLE case_files ADD CONSTRAINT case_files_created_by_users_id_fk FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE case_history ADD CONSTRAINT case_history_case_id_cases_case_id_fk FOREIGN KEY (case_id) REFERENCES cases(case_id) ON DELETE no action ON UPDATE no action;
ALTER TABLE case_history ADD CONSTRAINT case_history_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE case_history ADD CONSTRAINT case_history_user_group_id_user_groups_id_fk FOREIGN KEY (user_group_id) REFERENCES user_groups(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE cases ADD CONSTRAINT cases_hospital_id_user_groups_id_fk FOREIGN KEY (hospital_id) REFERENCES user_groups(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE cases ADD CONSTRAINT cases_tech_center_id_user_groups_id_fk FOREIGN KEY (tech_center_id) REFERENCES user_groups(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE cases ADD CONSTRAINT cases_owner_id_users_id_fk FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE cases ADD CONSTRAINT cases_uploader_group_id_user_groups_id_fk FOREIGN KEY (uploader_group_id) REFERENCES user_groups(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE cases ADD CONSTRAINT cases_technician_id_users_id_fk FOREIGN KEY (technician_id) REFERENCES users(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE cases ADD CONSTRAINT cases_confirmer_id_users_id_fk FOREIGN KEY (confirmer_id) REFERENCES users(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE cases ADD CONSTRAINT cases_charging_unit_id_charging_units_id_fk FOREIGN KEY (charging_unit_id) REFERENCES charging_units(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE report_versions ADD CONSTRAINT report_versions_case_id_cases_case_id_fk FOREIGN KEY (case_id) REFERENCES cases(case_id) ON DELETE no action ON UPDATE no action;
ALTER TABLE report_versions ADD CONSTRAINT report_versions_file_id_case_files_file_id_fk FOREIGN KEY (file_id) REFERENCES case_files(file_id) ON DELETE no action ON UPDATE no action;
ALTER TABLE report_versions ADD CONSTRAINT report_versions_created_by_users_id_fk FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE notices ADD CONSTRAINT notices_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE notices ADD CONSTRAINT notices_user_group_id_user_groups_id_fk FOREIGN KEY (user_group_id) REFERENCES user_groups(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE notifications ADD CONSTRAINT notifications_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE notifications ADD CONSTRAINT notifications_patch_id_cases_case_id_fk FOREIGN KEY (patch_id) REFERENCES cases(case_id) ON DELETE no action ON UPDATE no action;
ALTER TABLE audit_log ADD CONSTRAINT audit_log_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE idempotency_keys ADD CONSTRAINT idempotency_keys_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE invoice_adjustments ADD CONSTRAINT invoice_adjustments_case_id_cases_case_id_fk FOREIGN KEY (case_id) REFERENCES cases(case_id) ON DELETE no action ON UPDATE no action;
ALTER TABLE invoice_adjustments ADD CONSTRAINT invoice_adjustments_hospital_id_user_groups_id_fk FOREIGN KEY (hospital_id) REFERENCES user_groups(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE invoice_months ADD CONSTRAINT invoice_months_closed_by_users_id_fk FOREIGN KEY (closed_by) REFERENCES users(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE assigned_groups ADD CONSTRAINT assigned_groups_group_id_user_groups_id_fk FOREIGN KEY (group_id) REFERENCES user_groups(id) ON DELETE cascade ON UPDATE no action;
ALTER TABLE assigned_groups ADD CONSTRAINT assigned_groups_facility_id_user_groups_id_fk FOREIGN KEY (facility_id) REFERENCES user_groups(id) ON DELETE cascade ON UPDATE no action;
ALTER TABLE charging_unit_prices ADD CONSTRAINT charging_unit_prices_charging_unit_id_charging_units_id_fk FOREIGN KEY (charging_unit_id) REFERENCES charging_units(id) ON DELETE cascade ON UPDATE no action;
ALTER TABLE push_tokens ADD CONSTRAINT push_tokens_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE cascade ON UPDATE no action;
ALTER TABLE sessions ADD CONSTRAINT sessions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE user_groups ADD CONSTRAINT user_groups_tech_center_id_user_groups_id_fk FOREIGN KEY (tech_center_id) REFERENCES user_groups(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE user_groups ADD CONSTRAINT user_groups_charging_unit_id_charging_units_id_fk FOREIGN KEY (charging_unit_id) REFERENCES charging_units(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE users ADD CONSTRAINT users_user_group_id_user_groups_id_fk FOREIGN KEY (user_group_id) REFERENCES user_groups(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE recordings ADD CONSTRAINT recordings_case_id_cases_case_id_fk FOREIGN KEY (case_id) REFERENCES cases(case_id) ON DELETE no action ON UPDATE no action;
ALTER TABLE uploads ADD CONSTRAINT uploads_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE uploads ADD CONSTRAINT uploads_user_group_id_user_groups_id_fk FOREIGN KEY (user_group_id) REFERENCES user_groups(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE uploads ADD CONSTRAINT uploads_hospital_id_user_groups_id_fk FOREIGN KEY (hospital_id) REFERENCES user_groups(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE uploads ADD CONSTRAINT uploads_case_id_cases_case_id_fk FOREIGN KEY (case_id) REFERENCES cases(case_id) ON DELETE no action ON UPDATE no action;
CREATE INDEX agreements_case ON agreements (case_id);
CREATE UNIQUE INDEX agreements_link ON agreements (link_hash);
CREATE INDEX case_comments_case ON case_comments (case_id,comment_id);
CREATE INDEX case_files_case ON case_files (case_id);
CREATE INDEX case_files_sha256_index ON case_files (sha256);
CREATE UNIQUE INDEX case_history_case_version ON case_history (case_id,version);
CREATE INDEX notices_window_index ON notices (to_time);
CREATE INDEX notifications_user ON notifications (user_id,id DESC);
CREATE INDEX notifications_unread ON notifications (user_id, id) WHERE status = 'N';
CREATE INDEX notifications_patch ON notifications (patch_id,user_id);
CREATE INDEX audit_log_at ON audit_log (at DESC);
CREATE INDEX audit_log_user ON audit_log (user_id,at DESC);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);
CREATE INDEX invoice_adjustments_month_index ON invoice_adjustments (month,hospital_id);
CREATE INDEX assigned_groups_facility ON assigned_groups (facility_id);
CREATE INDEX push_tokens_user ON push_tokens (user_id);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);
CREATE UNIQUE INDEX user_groups_register_code ON user_groups (lower(register_code));
CREATE INDEX user_groups_tech_center ON user_groups (tech_center_id);
CREATE INDEX user_groups_type_name ON user_groups (type,name);
CREATE UNIQUE INDEX users_user_id_unique ON users (lower(user_id));
CREATE INDEX users_group ON users (user_group_id,role_key);
CREATE INDEX uploads_hospital ON uploads (hospital_id,created_at DESC);
CREATE INDEX uploads_group ON uploads (user_group_id,created_at DESC);
CREATE INDEX uploads_open ON uploads (state,updated_at) WHERE state in ('receiving', 'checking');
CREATE INDEX uploads_case ON uploads (case_id);

-- A list sorts by the names of the hospital and the technician, so a case carries them.
CREATE FUNCTION set_case_names() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.hospital_name := (SELECT name FROM user_groups WHERE id = NEW.hospital_id);
  SELECT name, user_group_id INTO NEW.technician_name, NEW.technician_group_id
    FROM users WHERE id = NEW.technician_id;
  RETURN NEW;
END
$$;
CREATE TRIGGER cases_names BEFORE INSERT OR UPDATE OF hospital_id, technician_id ON cases
  FOR EACH ROW EXECUTE FUNCTION set_case_names();

CREATE FUNCTION carry_group_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE cases SET hospital_name = NEW.name WHERE hospital_id = NEW.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER user_groups_name AFTER UPDATE OF name ON user_groups
  FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION carry_group_name();

CREATE FUNCTION carry_user_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE cases SET technician_name = NEW.name, technician_group_id = NEW.user_group_id
    WHERE technician_id = NEW.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER users_name AFTER UPDATE OF name, user_group_id ON users
  FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name OR OLD.user_group_id IS DISTINCT FROM NEW.user_group_id)
  EXECUTE FUNCTION carry_user_name();

-- History and the audit log are append-only, for every role of the database.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'table % is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER case_history_append_only BEFORE UPDATE OR DELETE ON case_history
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER case_history_no_truncate BEFORE TRUNCATE ON case_history
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_log_no_truncate BEFORE TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
