-- An erasure also removes the links to a patient's results, and an erased case gets no new one.
CREATE FUNCTION erase_health_links() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM health_links WHERE case_id = NEW.case_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER case_erasures_health_links AFTER INSERT ON case_erasures
  FOR EACH ROW EXECUTE FUNCTION erase_health_links();
CREATE TRIGGER health_links_of_the_erased BEFORE INSERT ON health_links
  FOR EACH ROW EXECUTE FUNCTION refuse_erased();
DELETE FROM health_links l USING case_erasures e WHERE e.case_id = l.case_id;
