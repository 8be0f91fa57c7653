import type { CaseStatus } from '@rhythmdesk/domain/case/status';
import { sql, type SQL } from 'drizzle-orm';

/** Writes a status into a statement as a constant: a partial index is chosen for a constant and not for a parameter. */
export const constantStatus = (status: CaseStatus): SQL => sql.raw(`'${status}'`);
