-- Certificates by which a center signs its reports. The private key is sealed with the installation's key; removed with
-- the certificate, whose row stays as its history.
CREATE TABLE center_certificates (
  certificate_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  center_id bigint NOT NULL,
  -- PEM: the signer's own first, then those that issued it.
  certificates text NOT NULL,
  sealed_key bytea,
  subject text NOT NULL,
  issuer text NOT NULL,
  -- SHA-256 of the signer's own.
  fingerprint text NOT NULL,
  not_before timestamp (3) with time zone NOT NULL,
  not_after timestamp (3) with time zone NOT NULL,
  created_by bigint NOT NULL,
  created_at timestamp (3) with time zone NOT NULL,
  removed_by bigint,
  removed_at timestamp (3) with time zone,
  CONSTRAINT center_certificates_fingerprint CHECK (center_certificates.fingerprint ~ '^[0-9a-f]{64}$'),
  CONSTRAINT center_certificates_removed CHECK ((removed_at is null) = (sealed_key is not null)
    AND (removed_at is null) = (removed_by is null))
);
ALTER TABLE center_certificates ADD CONSTRAINT center_certificates_center_id_user_groups_id_fk FOREIGN KEY (center_id) REFERENCES user_groups(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE center_certificates ADD CONSTRAINT center_certificates_created_by_users_id_fk FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE center_certificates ADD CONSTRAINT center_certificates_removed_by_users_id_fk FOREIGN KEY (removed_by) REFERENCES users(id) ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX center_certificates_present ON center_certificates (center_id) WHERE removed_at IS NULL;
CREATE INDEX center_certificates_center ON center_certificates (center_id, certificate_id);
CREATE TRIGGER center_certificates_author BEFORE INSERT ON center_certificates
  FOR EACH ROW EXECUTE FUNCTION in_own_name('created_by');
CREATE TRIGGER center_certificates_kept BEFORE UPDATE OR DELETE ON center_certificates
  FOR EACH ROW EXECUTE FUNCTION refuse_other_change('removed_by', 'removed_at', 'again:sealed_key');

-- Who answers for a version of a report: what signing meant, in the words that stood there, and the bytes that were signed.
CREATE TABLE report_signatures (
  case_id bigint NOT NULL,
  report_version integer NOT NULL,
  -- The step of the case's history that this signature is.
  case_version integer NOT NULL,
  act text NOT NULL,
  signed_by bigint NOT NULL,
  signed_at timestamp (3) with time zone NOT NULL,
  language text NOT NULL,
  meaning text NOT NULL,
  -- The version's file, or with a signature in it a file of its own.
  file_id bigint NOT NULL,
  sha256 text NOT NULL,
  seal text NOT NULL,
  certificate_id bigint,
  PRIMARY KEY (case_id, report_version),
  CONSTRAINT report_signatures_act CHECK (report_signatures.act in ('complete', 'complete-editing')),
  CONSTRAINT report_signatures_sha256 CHECK (report_signatures.sha256 ~ '^[0-9a-f]{64}$'),
  CONSTRAINT report_signatures_seal CHECK (report_signatures.seal in ('certificate', 'none', 'expired', 'not-yet', 'unreadable', 'foreign')),
  CONSTRAINT report_signatures_certificate CHECK ((report_signatures.seal = 'certificate') = (report_signatures.certificate_id is not null))
);
ALTER TABLE report_signatures ADD CONSTRAINT report_signatures_version_fk FOREIGN KEY (case_id, report_version) REFERENCES report_versions(case_id, report_version) ON DELETE no action ON UPDATE no action;
ALTER TABLE report_signatures ADD CONSTRAINT report_signatures_file_id_case_files_file_id_fk FOREIGN KEY (file_id) REFERENCES case_files(file_id) ON DELETE no action ON UPDATE no action;
ALTER TABLE report_signatures ADD CONSTRAINT report_signatures_signed_by_users_id_fk FOREIGN KEY (signed_by) REFERENCES users(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE report_signatures ADD CONSTRAINT report_signatures_certificate_id_fk FOREIGN KEY (certificate_id) REFERENCES center_certificates(certificate_id) ON DELETE no action ON UPDATE no action;
CREATE TRIGGER report_signatures_author BEFORE INSERT ON report_signatures
  FOR EACH ROW EXECUTE FUNCTION in_own_name('signed_by');
CREATE TRIGGER report_signatures_kept BEFORE UPDATE OR DELETE ON report_signatures
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER report_signatures_not_emptied BEFORE TRUNCATE ON report_signatures
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE report_signatures ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen_with_case ON report_signatures USING ((SELECT scope_all('cases')) OR sees_case(case_id));
