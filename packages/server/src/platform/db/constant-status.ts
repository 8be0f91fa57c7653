import type { CaseStatus } from '@rhythmdesk/domain/case/status';
import { sql, type SQL } from 'drizzle-orm';

/**
 * Writes a status into a statement as a constant, because PostgreSQL uses a partial index for a constant but not for a
 * parameter.
 */
export const constantStatus = (status: CaseStatus): SQL => sql.raw(`'${status}'`);
