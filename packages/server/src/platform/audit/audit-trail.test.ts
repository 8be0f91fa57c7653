/** Tests how long an audit trail tries to write its rows. */
import { Pool } from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDb } from '../db/database.ts';
import { openAuditTrail } from './audit-trail.ts';
import { beginCall } from './audited-call.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const call = () =>
  beginCall({
    ...{ name: 'case/open', act: 'case.open', address: '127.0.0.1', user_agent: '' },
    ...{ request_id: '1', now: () => new Date() },
  });

/** A database that is gone. */
function goneDatabase() {
  const pool = new Pool();
  const connect = vi.spyOn(pool, 'connect').mockRejectedValue(new Error('gone'));
  return { connect, db: openDb(pool) };
}

test('rows that cannot be written are tried again each second, until the trail is closed', async () => {
  const { db, connect } = goneDatabase();
  const trail = openAuditTrail({ db, log: { error: () => undefined } });
  trail.refused(call(), 'auth/role-never');
  await vi.advanceTimersByTimeAsync(250);
  expect(connect).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(connect).toHaveBeenCalledTimes(2);
  await trail.close();
  expect(connect).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(connect).toHaveBeenCalledTimes(3);
});

test('a row that arrives once the trail is closed is not written later', async () => {
  const { db, connect } = goneDatabase();
  const trail = openAuditTrail({ db, log: { error: () => undefined } });
  await trail.close();
  trail.refused(call(), 'auth/role-never');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(connect).not.toHaveBeenCalled();
});
