-- Identifiers of the orders that other systems create by FHIR. An identifier is one case of its hospital, however often
-- the order is sent.
CREATE TABLE fhir_orders (
  fhir_order_id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  hospital_id bigint NOT NULL REFERENCES user_groups (id),
  case_id bigint NOT NULL REFERENCES cases (case_id),
  -- The system of the identifier; empty if it has none.
  system text NOT NULL,
  value text NOT NULL,
  created_at timestamp (3) with time zone NOT NULL
);
CREATE UNIQUE INDEX fhir_orders_identifier ON fhir_orders (hospital_id, system, value);
CREATE INDEX fhir_orders_value ON fhir_orders (value);
CREATE INDEX fhir_orders_case ON fhir_orders (case_id);
ALTER TABLE fhir_orders ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen_with_case ON fhir_orders USING ((SELECT scope_all('cases'))
  OR (SELECT true FROM cases c WHERE c.case_id = fhir_orders.case_id));
