-- Price policies are made from the product: a distributer's own are its alone, and a price is never rewritten. What it
-- becomes is a further row that begins on a later day.
ALTER TABLE charging_units ADD COLUMN user_group_id bigint REFERENCES user_groups(id);
CREATE INDEX user_groups_charging_unit ON user_groups (charging_unit_id) WHERE charging_unit_id IS NOT NULL;
CREATE FUNCTION refuse_price_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a price is never rewritten' USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER charging_unit_prices_stand BEFORE UPDATE ON charging_unit_prices
  FOR EACH ROW EXECUTE FUNCTION refuse_price_change();
