-- An e-mail address counts as its owner's once they have answered a code sent to it. No stored address has evidence of that
-- which outlives its code (a profile could take any address), so none counts at first: every address stays as it is, mails still
-- go to it, and its owner confirms it in the account page. Duplicates stay too: whoever confirms one first has it, and from then on
-- nothing is mailed to it for the others.
ALTER TABLE users
  ADD COLUMN email_confirmed_at timestamp (3) with time zone,
  ADD CONSTRAINT users_email_confirmed CHECK (email_confirmed_at IS NULL OR email <> '');
CREATE UNIQUE INDEX users_email_confirmed_unique ON users (lower(email))
  WHERE email_confirmed_at IS NOT NULL AND deleted_at IS NULL;

-- The user who wants the address for an account that exists; null at a sign-up.
ALTER TABLE email_verifications ADD COLUMN user_id bigint REFERENCES users(id) ON DELETE CASCADE;
CREATE INDEX email_verifications_user ON email_verifications (user_id, created_at) WHERE user_id IS NOT NULL;

-- Says whether another account has confirmed the address, whatever rows the caller may see.
CREATE FUNCTION email_is_anothers(address text, own_id bigint) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
  SELECT EXISTS (
    SELECT FROM users
    WHERE lower(email) = lower(address) AND email_confirmed_at IS NOT NULL AND deleted_at IS NULL AND id <> own_id
  )
$$;
