-- concurrently
-- The ledger reads each of these by the days of a period.
DROP INDEX CONCURRENTLY IF EXISTS cases_created_at;
CREATE INDEX CONCURRENTLY cases_created_at ON cases (created_at);
DROP INDEX CONCURRENTLY IF EXISTS report_versions_released_at;
CREATE INDEX CONCURRENTLY report_versions_released_at ON report_versions (released_at) WHERE released_at IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS partner_messages_created_at;
CREATE INDEX CONCURRENTLY partner_messages_created_at ON partner_messages (created_at);
DROP INDEX CONCURRENTLY IF EXISTS critical_findings_found_at;
CREATE INDEX CONCURRENTLY critical_findings_found_at ON critical_findings (found_at);
