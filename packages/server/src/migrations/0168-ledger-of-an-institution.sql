-- concurrently
-- The ledger reads the messages of an institution by the days of a period.
DROP INDEX CONCURRENTLY IF EXISTS partner_messages_hospital_created;
CREATE INDEX CONCURRENTLY partner_messages_hospital_created ON partner_messages (hospital_id, created_at);
DROP INDEX CONCURRENTLY IF EXISTS partner_messages_created_at;
-- The sender asks which failed message is tried next, however many wait for their first attempt.
DROP INDEX CONCURRENTLY IF EXISTS partner_messages_later;
CREATE INDEX CONCURRENTLY partner_messages_later ON partner_messages (partner_id, next_attempt_at)
  WHERE state IN ('waiting', 'sent') AND next_attempt_at IS NOT NULL;
