-- concurrently
-- The upload history of an installation with a million uploads (features/uploads/history-question.ts says what is
-- asked): who sees every upload reads a period through, a whole HN ID finds its uploads of any age. Hospitals and
-- groups have indexes of their own already. The last one finds cancelled uploads whose patient is to be forgotten.
DROP INDEX CONCURRENTLY IF EXISTS uploads_sent;
CREATE INDEX CONCURRENTLY uploads_sent ON uploads (created_at DESC, upload_id DESC)
  INCLUDE (hospital_id, user_group_id, user_id, state, code);
DROP INDEX CONCURRENTLY IF EXISTS uploads_hn_id;
CREATE INDEX CONCURRENTLY uploads_hn_id ON uploads (hn_id);
DROP INDEX CONCURRENTLY IF EXISTS uploads_cancelled;
CREATE INDEX CONCURRENTLY uploads_cancelled ON uploads (created_at)
  WHERE state = 'cancelled' AND metadata <> '{}'::jsonb;
ANALYZE uploads;
