-- A report may be made from the reading: then what it says stands beside its file as one JSON document.
ALTER TABLE report_versions ADD COLUMN document jsonb;
ALTER TABLE report_versions DROP CONSTRAINT report_versions_source;
ALTER TABLE report_versions ADD CONSTRAINT report_versions_source CHECK (report_versions.source in ('device', 'technician', 'reading'));
ALTER TABLE report_versions ADD CONSTRAINT report_versions_document CHECK ((report_versions.source = 'reading') = (report_versions.document is not null));
