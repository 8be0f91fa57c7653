/** Forgets what only had to be kept for a while: ended sessions, failed sign-ins, answers of repeated calls. */
import { forgetOldFailures } from '../features/people/login-throttle.ts';
import { forgetOldSessions } from '../features/people/sessions.ts';
import { forgetIdempotencyKeys } from '../platform/http/idempotency.ts';
import type { Platform } from './open-platform.ts';

const answersKeptDays = 7;

export async function sweepRecords({
  db,
  clock,
  log,
}: Pick<Platform, 'db' | 'clock' | 'log'>): Promise<void> {
  const now = clock.now();
  log.info(
    {
      sessions: await forgetOldSessions(db, now),
      failures: await forgetOldFailures(db, now),
      answers: await forgetIdempotencyKeys(db, answersKeptDays),
    },
    'old records forgotten',
  );
}
