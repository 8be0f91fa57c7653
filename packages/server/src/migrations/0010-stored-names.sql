-- concurrently
-- Which stored files a row names, answered by index for any number of names (features/uploads/file-sweep.ts).
DROP INDEX CONCURRENTLY IF EXISTS recordings_trace_sha256;
CREATE INDEX CONCURRENTLY recordings_trace_sha256 ON recordings (trace_sha256);
DROP INDEX CONCURRENTLY IF EXISTS recordings_level_sha256;
CREATE INDEX CONCURRENTLY recordings_level_sha256 ON recordings USING gin ((pyramid -> 'level_sha256'));
