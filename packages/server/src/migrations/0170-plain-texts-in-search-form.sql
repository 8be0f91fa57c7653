-- Text of ASCII and Hangul alone, as most file names are, needs only small letters: its search form took 68 µs, now 1 µs.
-- The form of every text stays the same, so nothing that is stored changes.
DO $$ BEGIN
  EXECUTE replace(pg_get_functiondef('search_form(text)'::regprocedure), '.search_form(', '.search_form_of_letters(');
END $$;

CREATE OR REPLACE FUNCTION search_form(words text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
BEGIN
  IF words ~ '^[\u0001-\u007f\uac00-\ud7a3]*$' THEN
    RETURN lower(words);
  END IF;
  RETURN public.search_form_of_letters(words);
END
$$;
