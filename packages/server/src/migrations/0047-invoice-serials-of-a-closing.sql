-- An issuer's next invoice number of a year. A closing asks for all of its numbers in one statement; each counts the row
-- on by one, which stays held until the transaction ends.
CREATE FUNCTION next_invoice_serial(issuer bigint, of_year integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE counted integer;
BEGIN
  INSERT INTO invoice_serials AS s (issuer_id, year, last_serial) VALUES (issuer, of_year, 1)
  ON CONFLICT (issuer_id, year) DO UPDATE SET last_serial = s.last_serial + 1
  RETURNING s.last_serial INTO counted;
  RETURN counted;
END
$$;
