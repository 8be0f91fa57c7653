-- What a center keeps about itself and its hospitals: written by its own users, seen by these and by who sees a case in
-- which it stands. The outer questions are answered first, so that cases are looked for only where they say no.

-- With the sealed key: the center's own, who oversees all, and who sees a signature that was made with it.
CREATE INDEX report_signatures_certificate ON report_signatures (certificate_id) WHERE certificate_id IS NOT NULL;
ALTER TABLE center_certificates ENABLE ROW LEVEL SECURITY;
CREATE POLICY center_certificates_seen ON center_certificates FOR SELECT USING (
  (SELECT scope_all('cases'))
  OR center_id = ANY ((SELECT scope_ids('center_id'))::bigint[])
  OR EXISTS (SELECT 1 FROM report_signatures s WHERE s.certificate_id = center_certificates.certificate_id));
CREATE POLICY center_certificates_given ON center_certificates FOR INSERT WITH CHECK (
  (SELECT scope_all('cases')) OR center_id = ANY ((SELECT scope_ids('center_id'))::bigint[]));
CREATE POLICY center_certificates_removed ON center_certificates FOR UPDATE USING (
  (SELECT scope_all('cases')) OR center_id = ANY ((SELECT scope_ids('center_id'))::bigint[]));

ALTER TABLE critical_settings ENABLE ROW LEVEL SECURITY;
CREATE POLICY critical_settings_seen ON critical_settings FOR SELECT USING (
  (SELECT scope_all('cases'))
  OR center_id = ANY ((SELECT scope_ids('center_id'))::bigint[])
  OR EXISTS (SELECT 1 FROM cases c WHERE c.tech_center_id = center_id));
CREATE POLICY critical_settings_written ON critical_settings FOR INSERT WITH CHECK (
  (SELECT scope_all('')) OR center_id = ANY ((SELECT scope_ids('center_id'))::bigint[]));

-- Names and telephone numbers of a hospital's people.
ALTER TABLE hospital_contacts ENABLE ROW LEVEL SECURITY;
CREATE POLICY hospital_contacts_seen ON hospital_contacts FOR SELECT USING (
  (SELECT scope_all('cases'))
  OR hospital_id = ANY ((SELECT scope_hospitals('center_id'))::bigint[])
  OR EXISTS (SELECT 1 FROM cases c WHERE c.hospital_id = hospital_contacts.hospital_id));
CREATE POLICY hospital_contacts_written ON hospital_contacts FOR ALL USING (
  (SELECT scope_all('')) OR hospital_id = ANY ((SELECT scope_hospitals('center_id'))::bigint[]));
