-- Links to the results of a case for its patient (SMART Health Links). The secret, the key of the content and the
-- passcode are derived from the installation's key and the row; the table has only the hash by which a link is found.
CREATE TABLE health_links (
  health_link_id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  case_id bigint NOT NULL REFERENCES cases (case_id),
  token_hash bytea,
  created_by bigint NOT NULL REFERENCES users (id),
  created_at timestamp (3) with time zone NOT NULL,
  expires_at timestamp (3) with time zone NOT NULL,
  wrong_passcodes integer NOT NULL DEFAULT 0,
  opened_count integer NOT NULL DEFAULT 0,
  opened_at timestamp (3) with time zone,
  ended_at timestamp (3) with time zone,
  ending text,
  ended_by bigint REFERENCES users (id),
  CONSTRAINT health_links_ending CHECK (ending IN ('revoked', 'guessed')),
  CONSTRAINT health_links_ended CHECK ((ended_at IS NULL) = (ending IS NULL))
);
CREATE INDEX health_links_case ON health_links (case_id);
CREATE UNIQUE INDEX health_links_token ON health_links (token_hash);

ALTER TABLE health_links ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen_with_case ON health_links USING ((SELECT scope_all('cases'))
  OR (SELECT true FROM cases c WHERE c.case_id = health_links.case_id));
