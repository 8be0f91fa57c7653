-- Webhooks: partners that receive events by HTTP. Messages name their event, partners say since when none was accepted.
ALTER TABLE partners ADD COLUMN failing_since timestamp (3) with time zone;
-- Set by the product, not by a user: why the partner was switched off.
ALTER TABLE partners ADD COLUMN off_reason text;
ALTER TABLE partners ADD CONSTRAINT partners_off_reason CHECK (off_reason IN ('failing', 'gone'));

ALTER TABLE partner_messages ADD COLUMN event text;
-- The critical finding that the event is about.
ALTER TABLE partner_messages ADD COLUMN finding_id bigint;
ALTER TABLE partner_messages ADD CONSTRAINT partner_messages_finding_id_critical_findings_finding_id_fk
  FOREIGN KEY (finding_id) REFERENCES critical_findings(finding_id) ON DELETE no action ON UPDATE no action;
ALTER TABLE partner_messages DROP CONSTRAINT partner_messages_kind;
ALTER TABLE partner_messages ADD CONSTRAINT partner_messages_kind
  CHECK (kind IN ('result', 'order', 'event', 'other'));
ALTER TABLE partner_messages DROP CONSTRAINT partner_messages_fault;
ALTER TABLE partner_messages ADD CONSTRAINT partner_messages_fault CHECK (
  fault IN ('unreachable', 'tls', 'no-answer', 'answer', 'charset', 'refused', 'address', 'status'));

CREATE TABLE webhook_secrets (
  secret_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  partner_id bigint NOT NULL,
  -- Encrypted by the installation's key.
  sealed bytea NOT NULL,
  created_by bigint NOT NULL,
  created_at timestamp (3) with time zone NOT NULL,
  -- When a replaced secret ends; null for the current one.
  ends_at timestamp (3) with time zone
);
ALTER TABLE webhook_secrets ADD CONSTRAINT webhook_secrets_partner_id_partners_partner_id_fk
  FOREIGN KEY (partner_id) REFERENCES partners(partner_id) ON DELETE no action ON UPDATE no action;
ALTER TABLE webhook_secrets ADD CONSTRAINT webhook_secrets_created_by_users_id_fk
  FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE no action ON UPDATE no action;
CREATE INDEX webhook_secrets_partner ON webhook_secrets (partner_id);
CREATE UNIQUE INDEX webhook_secrets_current ON webhook_secrets (partner_id) WHERE ends_at IS NULL;

ALTER TABLE webhook_secrets ENABLE ROW LEVEL SECURITY;
CREATE POLICY webhook_secrets_kept ON webhook_secrets USING ((SELECT scope_all('cases')));
