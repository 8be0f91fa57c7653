/** Brings one database to today's tables and ends: what a start does first, as a process that can be killed. */
import { migrate } from '@rhythmdesk/server/platform/db/migrate';
import { appRole } from '@rhythmdesk/server/platform/postgres/roles';

await migrate({ owner: { connectionString: process.env['DATABASE_OWNER_URL'] ?? '' }, appRole });
