-- The subjects of research exports: each patient has one random pseudonym and one random shift of all dates, so that
-- later exports fit to earlier ones. The row is the only link between pseudonym and patient, and an erasure removes it.
CREATE TABLE research_subjects (
  subject_id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  hospital_id bigint NOT NULL REFERENCES user_groups (id),
  -- The patient ID, or the case of a patient without one.
  patient_key text NOT NULL,
  pseudonym text NOT NULL,
  -- Whole weeks, so that the days of the week stay.
  shift_days integer NOT NULL,
  CONSTRAINT research_subjects_shift CHECK (shift_days % 7 = 0 AND shift_days < 0)
);
CREATE UNIQUE INDEX research_subjects_patient ON research_subjects (hospital_id, patient_key);
CREATE UNIQUE INDEX research_subjects_pseudonym ON research_subjects (pseudonym);
ALTER TABLE research_subjects ENABLE ROW LEVEL SECURITY;
CREATE POLICY research_subjects_kept ON research_subjects USING ((SELECT scope_all('cases')));

CREATE FUNCTION erase_subject() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM research_subjects s USING cases c WHERE c.case_id = NEW.case_id AND s.hospital_id = c.hospital_id
    AND s.patient_key IN (c.patient_id, 'case:' || c.case_id);
  RETURN NEW;
END
$$;
CREATE TRIGGER case_erasures_subject BEFORE INSERT ON case_erasures FOR EACH ROW EXECUTE FUNCTION erase_subject();
