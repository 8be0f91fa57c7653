-- Partners that store DICOM objects: their credentials, and why a message was not delivered.
ALTER TABLE partner_messages DROP CONSTRAINT partner_messages_fault;
ALTER TABLE partner_messages ADD CONSTRAINT partner_messages_fault CHECK (
  fault IN ('unreachable', 'tls', 'no-answer', 'answer', 'charset', 'refused', 'address', 'status',
    'credentials', 'unfit'));

CREATE TABLE partner_credentials (
  partner_id bigint PRIMARY KEY NOT NULL,
  -- Encrypted by the installation's key.
  sealed bytea NOT NULL,
  created_by bigint NOT NULL,
  created_at timestamp (3) with time zone NOT NULL
);
ALTER TABLE partner_credentials ADD CONSTRAINT partner_credentials_partner_id_partners_partner_id_fk
  FOREIGN KEY (partner_id) REFERENCES partners(partner_id) ON DELETE no action ON UPDATE no action;
ALTER TABLE partner_credentials ADD CONSTRAINT partner_credentials_created_by_users_id_fk
  FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE no action ON UPDATE no action;

ALTER TABLE partner_credentials ENABLE ROW LEVEL SECURITY;
CREATE POLICY partner_credentials_kept ON partner_credentials USING ((SELECT scope_all('cases')));
