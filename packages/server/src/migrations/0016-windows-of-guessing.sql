-- Failed sign-ins are counted by address and over all as well, within a window that begins with the first of them.
ALTER TABLE login_failures ADD COLUMN counted_since timestamp (3) with time zone DEFAULT now() NOT NULL;
ALTER TABLE login_failures RENAME COLUMN user_id_key TO counted;
