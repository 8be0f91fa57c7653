-- Partners: systems of other institutions that receive results and send orders, the messages exchanged with them, and
-- the orders that became cases. domain/integration says how a message lives.
CREATE TABLE partners (
  partner_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  version integer DEFAULT 1 NOT NULL,
  hospital_id bigint NOT NULL,
  channel text NOT NULL,
  name text NOT NULL,
  active boolean DEFAULT true NOT NULL,
  -- Results are sent to it; orders are accepted from it.
  sends_results boolean DEFAULT false NOT NULL,
  takes_orders boolean DEFAULT false NOT NULL,
  -- In whose name its orders make and change cases.
  acting_user_id bigint,
  -- Addresses, names, certificates, character set and mapping, in the form of the channel.
  settings jsonb NOT NULL,
  created_by bigint NOT NULL,
  created_at timestamp (3) with time zone NOT NULL,
  updated_by bigint NOT NULL,
  updated_at timestamp (3) with time zone NOT NULL,
  CONSTRAINT partners_acting CHECK (NOT takes_orders OR acting_user_id IS NOT NULL)
);
ALTER TABLE partners ADD CONSTRAINT partners_hospital_id_user_groups_id_fk FOREIGN KEY (hospital_id) REFERENCES user_groups(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE partners ADD CONSTRAINT partners_acting_user_id_users_id_fk FOREIGN KEY (acting_user_id) REFERENCES users(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE partners ADD CONSTRAINT partners_created_by_users_id_fk FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE partners ADD CONSTRAINT partners_updated_by_users_id_fk FOREIGN KEY (updated_by) REFERENCES users(id) ON DELETE no action ON UPDATE no action;
CREATE INDEX partners_hospital ON partners (hospital_id);

CREATE TABLE partner_messages (
  message_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  partner_id bigint NOT NULL,
  hospital_id bigint NOT NULL,
  direction text NOT NULL,
  kind text NOT NULL,
  case_id bigint,
  -- Of a result: which version of the report it sends.
  report_version integer,
  -- The id that the partner knows the message by; the same at every attempt.
  control_id text NOT NULL,
  -- The text of the message; a result gets it at the first attempt. A document in it is named by its digest.
  payload text,
  -- Of an incoming message, over its bytes.
  digest bytea,
  -- The partner's answer, or the answer that it got.
  reply text,
  state text NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  fault text,
  -- What the fault was about, in the words of the network or the partner.
  fault_detail text DEFAULT '' NOT NULL,
  created_at timestamp (3) with time zone NOT NULL,
  next_attempt_at timestamp (3) with time zone,
  sent_at timestamp (3) with time zone,
  settled_at timestamp (3) with time zone,
  -- Until then it is tried again.
  gives_up_at timestamp (3) with time zone,
  CONSTRAINT partner_messages_direction CHECK (direction IN ('in', 'out')),
  CONSTRAINT partner_messages_kind CHECK (kind IN ('result', 'order', 'other')),
  CONSTRAINT partner_messages_state CHECK (state IN ('waiting', 'sent', 'acknowledged', 'refused', 'dead')),
  CONSTRAINT partner_messages_fault CHECK (fault IN ('unreachable', 'tls', 'no-answer', 'answer', 'charset', 'refused')),
  CONSTRAINT partner_messages_settled CHECK ((state IN ('waiting', 'sent')) = (settled_at IS NULL))
);
ALTER TABLE partner_messages ADD CONSTRAINT partner_messages_partner_id_partners_partner_id_fk FOREIGN KEY (partner_id) REFERENCES partners(partner_id) ON DELETE no action ON UPDATE no action;
ALTER TABLE partner_messages ADD CONSTRAINT partner_messages_hospital_id_user_groups_id_fk FOREIGN KEY (hospital_id) REFERENCES user_groups(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE partner_messages ADD CONSTRAINT partner_messages_case_id_cases_case_id_fk FOREIGN KEY (case_id) REFERENCES cases(case_id) ON DELETE no action ON UPDATE no action;
-- A partner has one message of each version of a report, and one of each control id and content.
CREATE UNIQUE INDEX partner_messages_report ON partner_messages (partner_id, case_id, report_version)
  WHERE report_version IS NOT NULL;
CREATE UNIQUE INDEX partner_messages_incoming ON partner_messages (partner_id, control_id, digest)
  WHERE direction = 'in';
CREATE INDEX partner_messages_open ON partner_messages (partner_id, message_id) WHERE state IN ('waiting', 'sent');
CREATE INDEX partner_messages_hospital ON partner_messages (hospital_id, message_id DESC);
CREATE INDEX partner_messages_state ON partner_messages (state, message_id DESC);
CREATE INDEX partner_messages_partner ON partner_messages (partner_id, message_id DESC);
CREATE INDEX partner_messages_case ON partner_messages (case_id) WHERE case_id IS NOT NULL;
CREATE INDEX partner_messages_settled_at ON partner_messages (settled_at) WHERE settled_at IS NOT NULL;

CREATE TABLE partner_orders (
  order_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  partner_id bigint NOT NULL,
  hospital_id bigint NOT NULL,
  order_number text NOT NULL,
  case_id bigint NOT NULL,
  -- What was ordered: code, text and code system as the partner sent them.
  service text DEFAULT '' NOT NULL,
  state text NOT NULL,
  created_at timestamp (3) with time zone NOT NULL,
  updated_at timestamp (3) with time zone NOT NULL,
  CONSTRAINT partner_orders_state CHECK (state IN ('open', 'cancelled'))
);
ALTER TABLE partner_orders ADD CONSTRAINT partner_orders_partner_id_partners_partner_id_fk FOREIGN KEY (partner_id) REFERENCES partners(partner_id) ON DELETE no action ON UPDATE no action;
ALTER TABLE partner_orders ADD CONSTRAINT partner_orders_hospital_id_user_groups_id_fk FOREIGN KEY (hospital_id) REFERENCES user_groups(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE partner_orders ADD CONSTRAINT partner_orders_case_id_cases_case_id_fk FOREIGN KEY (case_id) REFERENCES cases(case_id) ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX partner_orders_number ON partner_orders (partner_id, order_number);
CREATE INDEX partner_orders_case ON partner_orders (case_id);

-- Partners are seen by their institution and its center. They are changed by who oversees all; messages are written by
-- the installation, and sent again by who sees them.
DO $$
DECLARE held text;
BEGIN
  FOREACH held IN ARRAY ARRAY['partners', 'partner_messages', 'partner_orders'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', held);
    EXECUTE format('CREATE POLICY %I ON %I FOR SELECT USING (
      (SELECT scope_all(''cases''))
      OR hospital_id = ANY ((SELECT scope_ids(''case_hospital_id''))::bigint[])
      OR hospital_id = ANY ((SELECT scope_hospitals(''center_id''))::bigint[]))', held || '_seen', held);
    EXECUTE format('CREATE POLICY %I ON %I USING ((SELECT scope_all(''cases'')))', held || '_kept', held);
  END LOOP;
END
$$;
CREATE POLICY partner_messages_again ON partner_messages FOR UPDATE USING (
  hospital_id = ANY ((SELECT scope_ids('case_hospital_id'))::bigint[])
  OR hospital_id = ANY ((SELECT scope_hospitals('center_id'))::bigint[]));
