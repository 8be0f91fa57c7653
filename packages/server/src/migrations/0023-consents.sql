-- Consents are written once: the document and a withdrawal are rows of their own, links lie apart.
ALTER TABLE agreements DROP COLUMN link_hash, DROP COLUMN link_expires_at, DROP COLUMN withdrawn_at;
ALTER TABLE agreements ADD COLUMN language text NOT NULL DEFAULT 'en';
ALTER TABLE agreements ALTER COLUMN language DROP DEFAULT;
ALTER TABLE agreements ALTER COLUMN agreed_at SET NOT NULL;
ALTER TABLE agreements ADD COLUMN signed_name text, ADD COLUMN signature jsonb;

CREATE TABLE agreement_files (
  agreement_id bigint PRIMARY KEY,
  file_id bigint NOT NULL
);
ALTER TABLE agreement_files ADD CONSTRAINT agreement_files_agreement_id_agreements_agreement_id_fk FOREIGN KEY (agreement_id) REFERENCES agreements(agreement_id) ON DELETE no action ON UPDATE no action;
ALTER TABLE agreement_files ADD CONSTRAINT agreement_files_file_id_case_files_file_id_fk FOREIGN KEY (file_id) REFERENCES case_files(file_id) ON DELETE no action ON UPDATE no action;

CREATE TABLE agreement_withdrawals (
  agreement_id bigint PRIMARY KEY,
  reason text NOT NULL,
  withdrawn_by bigint NOT NULL,
  withdrawn_at timestamp (3) with time zone NOT NULL
);
ALTER TABLE agreement_withdrawals ADD CONSTRAINT agreement_withdrawals_agreement_id_agreements_agreement_id_fk FOREIGN KEY (agreement_id) REFERENCES agreements(agreement_id) ON DELETE no action ON UPDATE no action;
ALTER TABLE agreement_withdrawals ADD CONSTRAINT agreement_withdrawals_withdrawn_by_users_id_fk FOREIGN KEY (withdrawn_by) REFERENCES users(id) ON DELETE no action ON UPDATE no action;

CREATE TABLE consent_links (
  consent_link_id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  case_id bigint NOT NULL,
  phone_number text NOT NULL,
  language text NOT NULL,
  token_hash bytea,
  requested_by bigint NOT NULL,
  created_at timestamp (3) with time zone NOT NULL,
  expires_at timestamp (3) with time zone NOT NULL,
  sent_at timestamp (3) with time zone,
  ended_at timestamp (3) with time zone,
  outcome text,
  CONSTRAINT consent_links_outcome CHECK (consent_links.outcome in ('agreed', 'declined', 'replaced'))
);
ALTER TABLE consent_links ADD CONSTRAINT consent_links_case_id_cases_case_id_fk FOREIGN KEY (case_id) REFERENCES cases(case_id) ON DELETE no action ON UPDATE no action;
ALTER TABLE consent_links ADD CONSTRAINT consent_links_requested_by_users_id_fk FOREIGN KEY (requested_by) REFERENCES users(id) ON DELETE no action ON UPDATE no action;
CREATE INDEX consent_links_case ON consent_links (case_id);
CREATE UNIQUE INDEX consent_links_token ON consent_links (token_hash);

ALTER TABLE case_files DROP CONSTRAINT case_files_kind;
ALTER TABLE case_files ADD CONSTRAINT case_files_kind CHECK (case_files.kind in ('report', 'order', 'signal', 'view', 'summary', 'events', 'consent', 'other'));

DROP TRIGGER agreements_kept ON agreements;
CREATE TRIGGER agreements_kept BEFORE UPDATE OR DELETE ON agreements
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER agreement_files_append_only BEFORE UPDATE OR DELETE ON agreement_files
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER agreement_withdrawals_append_only BEFORE UPDATE OR DELETE ON agreement_withdrawals
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Seen with their case, as what hangs on it.
ALTER TABLE consent_links ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen_with_case ON consent_links USING ((SELECT scope_all('cases')) OR sees_case(case_id));
ALTER TABLE agreement_files ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen_with_agreement ON agreement_files USING (
  EXISTS (SELECT 1 FROM agreements a WHERE a.agreement_id = agreement_files.agreement_id));
ALTER TABLE agreement_withdrawals ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen_with_agreement ON agreement_withdrawals USING (
  EXISTS (SELECT 1 FROM agreements a WHERE a.agreement_id = agreement_withdrawals.agreement_id));
