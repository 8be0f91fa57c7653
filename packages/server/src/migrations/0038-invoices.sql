-- Invoices. An account is what one hospital owes one center. Its months close one by one: a closing freezes the rows of
-- the month in invoices, one a currency, and later changes are adjustments in the month that is open then.
-- docs/invoices.md says what each word means.

DROP TABLE invoice_months;

ALTER TABLE user_groups
  -- Of a hospital: basis points (10 % is 1000), where its invoices go, and in which language; null is its time zone's.
  ADD COLUMN tax_rate_bp integer DEFAULT 0 NOT NULL,
  ADD COLUMN billing_email text DEFAULT '' NOT NULL,
  ADD COLUMN invoice_language text,
  -- Of a center: what its invoices state of it.
  ADD COLUMN tax_number text DEFAULT '' NOT NULL,
  ADD COLUMN bank_account text DEFAULT '' NOT NULL,
  ADD CONSTRAINT user_groups_tax_rate CHECK (tax_rate_bp BETWEEN 0 AND 10000),
  ADD CONSTRAINT user_groups_invoice_language CHECK (invoice_language IN ('en', 'ja', 'ko', 'zh'));

CREATE TABLE invoice_closings (
  closing_id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  hospital_id bigint NOT NULL REFERENCES user_groups(id),
  issuer_id bigint NOT NULL REFERENCES user_groups(id),
  month text NOT NULL,
  time_zone text NOT NULL,
  closed_at timestamp (3) with time zone NOT NULL,
  closed_by bigint NOT NULL REFERENCES users(id),
  reopened_at timestamp (3) with time zone,
  reopened_by bigint REFERENCES users(id),
  reopen_reason text,
  CONSTRAINT invoice_closings_month CHECK (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  CONSTRAINT invoice_closings_reopened CHECK ((reopened_at IS NULL) = (reopened_by IS NULL)
    AND (reopened_at IS NULL) = (reopen_reason IS NULL))
);
-- A month stands closed once.
CREATE UNIQUE INDEX invoice_closings_standing ON invoice_closings (hospital_id, issuer_id, month)
  WHERE reopened_at IS NULL;
CREATE INDEX invoice_closings_months ON invoice_closings (month) WHERE reopened_at IS NULL;

-- Each issuer counts its invoices of a year. The row is held while a month closes, so that a closing that fails leaves
-- no gap.
CREATE TABLE invoice_serials (
  issuer_id bigint NOT NULL REFERENCES user_groups(id),
  year integer NOT NULL,
  last_serial integer NOT NULL,
  PRIMARY KEY (issuer_id, year),
  CONSTRAINT invoice_serials_last CHECK (last_serial > 0)
);

CREATE TABLE invoices (
  invoice_id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  closing_id bigint NOT NULL REFERENCES invoice_closings(closing_id),
  hospital_id bigint NOT NULL REFERENCES user_groups(id),
  issuer_id bigint NOT NULL REFERENCES user_groups(id),
  month text NOT NULL,
  currency text NOT NULL,
  year integer NOT NULL,
  serial integer NOT NULL,
  -- A month that was reopened and closed again keeps its number and gets the next edition.
  edition integer NOT NULL,
  number text NOT NULL,
  issued_on date NOT NULL,
  due_on date NOT NULL,
  language text NOT NULL,
  tax_rate_bp integer NOT NULL,
  case_count integer NOT NULL,
  urgent_count integer NOT NULL,
  cases_minor bigint NOT NULL,
  adjustment_count integer NOT NULL,
  adjustments_minor bigint NOT NULL,
  net_minor bigint NOT NULL,
  tax_minor bigint NOT NULL,
  total_minor bigint NOT NULL,
  -- The two parties as they were when the month closed: names, addresses, tax number, bank account.
  parties jsonb NOT NULL,
  created_at timestamp (3) with time zone NOT NULL,
  CONSTRAINT invoices_edition UNIQUE (issuer_id, year, serial, edition),
  CONSTRAINT invoices_once UNIQUE (closing_id, currency),
  CONSTRAINT invoices_net CHECK (net_minor = cases_minor + adjustments_minor),
  CONSTRAINT invoices_total CHECK (total_minor = net_minor + tax_minor)
);
CREATE INDEX invoices_month ON invoices (month, hospital_id, issuer_id);

ALTER TABLE invoice_adjustments
  ADD COLUMN kind text NOT NULL,
  ADD COLUMN issuer_id bigint NOT NULL REFERENCES user_groups(id),
  -- The month that the case was billed in.
  ADD COLUMN case_month text NOT NULL,
  ADD COLUMN created_by bigint NOT NULL REFERENCES users(id),
  DROP CONSTRAINT invoice_adjustments_month,
  ALTER COLUMN month TYPE text USING to_char(month, 'YYYY-MM'),
  ADD CONSTRAINT invoice_adjustments_month CHECK (month ~ '^\d{4}-(0[1-9]|1[0-2])$' AND month >= case_month),
  ADD CONSTRAINT invoice_adjustments_kind CHECK (kind IN ('price', 'credit'));
CREATE INDEX invoice_adjustments_case ON invoice_adjustments (case_id);

-- What an invoice is the sum of: a case at its price, or an adjustment.
CREATE TABLE invoice_rows (
  invoice_id bigint NOT NULL REFERENCES invoices(invoice_id),
  position integer NOT NULL,
  kind text NOT NULL,
  case_id bigint NOT NULL REFERENCES cases(case_id),
  adjustment_id bigint REFERENCES invoice_adjustments(adjustment_id),
  priority text NOT NULL,
  length_class text NOT NULL,
  amount_minor bigint NOT NULL,
  PRIMARY KEY (invoice_id, position),
  CONSTRAINT invoice_rows_kind CHECK (kind IN ('case', 'adjustment') AND (kind = 'case') = (adjustment_id IS NULL))
);
CREATE UNIQUE INDEX invoice_rows_case ON invoice_rows (invoice_id, case_id) WHERE kind = 'case';
CREATE UNIQUE INDEX invoice_rows_adjustment ON invoice_rows (invoice_id, adjustment_id) WHERE kind = 'adjustment';
CREATE INDEX invoice_rows_of_case ON invoice_rows (case_id);

-- How far an invoice has come; the last row holds.
CREATE TABLE invoice_states (
  state_id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  invoice_id bigint NOT NULL REFERENCES invoices(invoice_id),
  state text NOT NULL,
  on_day date NOT NULL,
  created_at timestamp (3) with time zone NOT NULL,
  created_by bigint NOT NULL REFERENCES users(id),
  CONSTRAINT invoice_states_state CHECK (state IN ('open', 'sent', 'paid'))
);
CREATE INDEX invoice_states_last ON invoice_states (invoice_id, state_id DESC);

CREATE TRIGGER invoice_closings_kept BEFORE UPDATE OR DELETE ON invoice_closings
  FOR EACH ROW EXECUTE FUNCTION refuse_other_change('reopened_at', 'reopened_by', 'reopen_reason');
CREATE TRIGGER invoice_serials_kept BEFORE UPDATE OR DELETE ON invoice_serials
  FOR EACH ROW EXECUTE FUNCTION refuse_other_change('again:last_serial');
DO $$
DECLARE kept text;
BEGIN
  FOREACH kept IN ARRAY ARRAY['invoices', 'invoice_rows', 'invoice_states'] LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION refuse_change()',
      kept || '_kept', kept);
  END LOOP;
  FOREACH kept IN ARRAY ARRAY['invoices', 'invoice_rows', 'invoice_states', 'invoice_closings', 'invoice_serials'] LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()',
      kept || '_not_emptied', kept);
  END LOOP;
END
$$;

-- Serials only grow, one by one.
CREATE FUNCTION count_serials_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.last_serial <> coalesce(OLD.last_serial, 0) + 1 THEN
    RAISE EXCEPTION 'invoice numbers are counted one by one' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER invoice_serials_counted BEFORE INSERT OR UPDATE ON invoice_serials
  FOR EACH ROW EXECUTE FUNCTION count_serials_on();

-- A closed month takes no adjustment, whoever books one.
CREATE FUNCTION refuse_closed_month() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM invoice_closings c WHERE c.hospital_id = NEW.hospital_id AND c.issuer_id = NEW.issuer_id
      AND c.month = NEW.month AND c.reopened_at IS NULL) THEN
    RAISE EXCEPTION 'an adjustment in a closed month' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER invoice_adjustments_open BEFORE INSERT ON invoice_adjustments
  FOR EACH ROW EXECUTE FUNCTION refuse_closed_month();

-- An account is seen by who sees its hospital's or its center's cases; what hangs on an invoice is seen with it.
DO $$
DECLARE account text;
BEGIN
  FOREACH account IN ARRAY ARRAY['invoice_closings', 'invoices'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', account);
    EXECUTE format($sql$CREATE POLICY account_seen ON %I USING (
      (SELECT scope_all('cases'))
      OR hospital_id = ANY ((SELECT scope_ids('case_hospital_id'))::bigint[])
      OR issuer_id = ANY ((SELECT scope_ids('case_tech_center_id'))::bigint[]))$sql$, account);
  END LOOP;
END
$$;
ALTER TABLE invoice_states ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen_with_invoice ON invoice_states
  USING (EXISTS (SELECT 1 FROM invoices i WHERE i.invoice_id = invoice_states.invoice_id));
ALTER TABLE invoice_rows ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen_with_case ON invoice_rows USING ((SELECT scope_all('cases')) OR sees_case(case_id));
