-- What an institution has printed over its reports, which of their sections and in which order.
ALTER TABLE user_groups
  ADD COLUMN letterhead text DEFAULT '' NOT NULL,
  ADD COLUMN logo text DEFAULT '' NOT NULL,
  ADD COLUMN report_sections text[] DEFAULT '{}' NOT NULL;

CREATE TABLE report_logos (
  sha256 text PRIMARY KEY NOT NULL,
  png bytea NOT NULL,
  width_px integer NOT NULL,
  height_px integer NOT NULL,
  created_at timestamp (3) with time zone NOT NULL,
  CONSTRAINT report_logos_size CHECK (width_px between 1 and 1000 and height_px between 1 and 500)
);
CREATE TRIGGER report_logos_append_only BEFORE UPDATE OR DELETE ON report_logos
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER report_logos_no_truncate BEFORE TRUNCATE ON report_logos
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
