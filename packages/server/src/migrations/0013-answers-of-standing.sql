-- A stored answer belongs to who its user then was: after another role or group it is not told again. Rows from before
-- say nothing and end within days.
ALTER TABLE idempotency_keys ADD COLUMN standing text;
