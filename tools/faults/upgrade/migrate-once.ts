/** Migrates one database to the current tables and ends: the first step of a start, as a process that can be killed. */
import { migrate } from '@rhythmdesk/server/platform/db/migrate';
import { appRole } from '@rhythmdesk/server/platform/postgres/roles';

await migrate({ owner: { connectionString: process.env['DATABASE_OWNER_URL'] ?? '' }, appRole });
