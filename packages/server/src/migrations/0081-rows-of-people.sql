-- Every table that holds a person's or an institution's rows is closed to who has no sealed scope.
DO $$
DECLARE
  held text;
BEGIN
  -- What belongs to one user, and what lets somebody in as them: theirs alone, or work on accounts.
  FOREACH held IN ARRAY ARRAY['sessions', 'password_links', 'authenticators', 'recovery_codes', 'passkeys',
    'sign_in_tickets', 'user_identities', 'push_tokens', 'user_drafts'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', held);
    EXECUTE format('CREATE POLICY of_its_user ON %I USING (
      (SELECT scope_all(''people'')) OR user_id = ANY ((SELECT stated_user())::bigint[]))', held);
  END LOOP;
  -- What a user fetched or sent is not work on accounts.
  FOREACH held IN ARRAY ARRAY['exports', 'idempotency_keys'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', held);
    EXECUTE format('CREATE POLICY of_its_user ON %I USING (
      (SELECT scope_all('''')) OR user_id = ANY ((SELECT stated_user())::bigint[]))', held);
  END LOOP;
  -- What every signed-in user's work reads across institutions: who is who, what a group is called and charges.
  FOREACH held IN ARRAY ARRAY['users', 'user_groups', 'user_group_history', 'assigned_groups', 'charging_units',
    'charging_unit_prices', 'notices', 'notice_texts', 'notice_reads', 'saved_views',
    'email_verifications', 'login_failures', 'notification_preferences', 'report_logos', 'statistics_sums', 'statistics_spreads',
    'invoice_closings', 'invoice_serials', 'job_deaths'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', held);
    EXECUTE format('CREATE POLICY in_a_scope ON %I USING ((SELECT scope_open()))', held);
  END LOOP;
END
$$;

-- Role and group of a user change, and an account is made or removed, only in the scope of the installation's own work;
-- signing up makes accounts below the administrator. What lets a user in is changed by themselves or by work on accounts.
CREATE FUNCTION guard_user() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF asks_as_owner() OR scope_all('') THEN
    IF TG_OP = 'DELETE' THEN
      RETURN OLD;
    END IF;
    RETURN NEW;
  ELSIF TG_OP = 'INSERT' AND scope_all('people') AND NEW.role_key <> 'ADMIN' THEN
    RETURN NEW;
  ELSIF TG_OP = 'UPDATE' AND NEW.role_key = OLD.role_key AND NEW.user_group_id = OLD.user_group_id
    AND NEW.id = OLD.id AND (scope_all('people') OR OLD.id = ANY (stated_user())) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a change of an account beyond its scope' USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER users_guarded BEFORE INSERT OR DELETE OR UPDATE OF id, user_id, role_key, user_group_id, use_flag, email,
  password_hash, must_change_password, deleted_at ON users FOR EACH ROW EXECUTE FUNCTION guard_user();

-- Whether a user is there, for lists of others, who see that and nothing else of a session.
CREATE FUNCTION is_there(who bigint, at_time timestamptz, since timestamptz) RETURNS boolean LANGUAGE plpgsql STABLE
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN scope_open() AND EXISTS (SELECT 1 FROM sessions s WHERE s.user_id = who AND s.revoked_at IS NULL
    AND s.expires_at > at_time AND s.last_seen_at > since);
END
$$;
