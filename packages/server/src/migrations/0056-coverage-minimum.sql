-- The share of a recording, in per cent, that a center has looked at before a case is checked; null asks for none.
ALTER TABLE user_groups
  ADD COLUMN coverage_minimum integer,
  ADD CONSTRAINT user_groups_coverage_minimum CHECK (coverage_minimum BETWEEN 1 AND 100);
