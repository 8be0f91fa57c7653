-- How a user wants to be told: by category and channel, with quiet hours and the rhythm of mails. Who never chose has no
-- row and is told as the role usually is (domain/notice/notification-preferences.ts).
CREATE TABLE notification_preferences (
  user_id bigint PRIMARY KEY REFERENCES users(id) ON DELETE CASCADE,
  channels jsonb NOT NULL,
  quiet_from integer,
  quiet_to integer,
  mail_rhythm text NOT NULL,
  time_zone text NOT NULL,
  updated_at timestamp (3) with time zone NOT NULL,
  CONSTRAINT notification_preferences_quiet CHECK ((quiet_from IS NULL) = (quiet_to IS NULL)
    AND quiet_from BETWEEN 0 AND 1439 AND quiet_to BETWEEN 0 AND 1439 AND quiet_from <> quiet_to),
  CONSTRAINT notification_preferences_rhythm CHECK (mail_rhythm IN ('each', 'day', 'week'))
);

ALTER TABLE notifications ADD COLUMN awaits_digest boolean DEFAULT false NOT NULL;
CREATE INDEX notifications_awaiting_digest ON notifications (user_id, create_time) WHERE awaits_digest;

-- Jobs name a push token by number: the token itself lets its holder send to the browser.
ALTER TABLE push_tokens ADD COLUMN token_id bigint GENERATED ALWAYS AS IDENTITY;
CREATE UNIQUE INDEX push_tokens_token_id ON push_tokens (token_id);
