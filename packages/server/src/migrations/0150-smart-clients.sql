-- Programs of institutions that sign in to the FHIR interface by SMART backend services. Each belongs to an account of
-- its own (use_flag S) that nobody can sign in to. A token is a session of that account with the granted scopes.
CREATE TABLE smart_clients (
  smart_client_id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL REFERENCES users (id),
  user_group_id bigint NOT NULL REFERENCES user_groups (id),
  -- By which the program names itself.
  client_id text NOT NULL,
  name text NOT NULL,
  scopes text[] NOT NULL,
  -- Its public keys as JSON Web Keys.
  jwks jsonb NOT NULL,
  created_by bigint NOT NULL REFERENCES users (id),
  created_at timestamp (3) with time zone NOT NULL,
  last_used_at timestamp (3) with time zone,
  revoked_by bigint REFERENCES users (id),
  revoked_at timestamp (3) with time zone,
  CONSTRAINT smart_clients_scopes CHECK (cardinality(scopes) > 0),
  CONSTRAINT smart_clients_revoked CHECK ((revoked_by IS NULL) = (revoked_at IS NULL))
);
CREATE UNIQUE INDEX smart_clients_client ON smart_clients (client_id);
CREATE INDEX smart_clients_group ON smart_clients (user_group_id, smart_client_id);

-- The signed requests that were used. Each is accepted once.
CREATE TABLE smart_assertions (
  smart_client_id bigint NOT NULL REFERENCES smart_clients (smart_client_id),
  jti text NOT NULL,
  expires_at timestamp (3) with time zone NOT NULL,
  PRIMARY KEY (smart_client_id, jti)
);

-- Scopes of a token for the FHIR interface; null for every other session.
ALTER TABLE sessions ADD COLUMN fhir_scopes text[];

DO $$
DECLARE held text;
BEGIN
  FOREACH held IN ARRAY ARRAY['smart_clients', 'smart_assertions'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', held);
    EXECUTE format('CREATE POLICY %I ON %I USING ((SELECT scope_all(''people'')))', held || '_kept', held);
  END LOOP;
END
$$;
