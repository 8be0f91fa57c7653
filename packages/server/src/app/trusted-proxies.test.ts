/** Tests that the audit log and locks of sign-ins see the caller behind a listed proxy, and no address of others. */
import { desc } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditLog } from '../platform/db/schema/operations.ts';
import { testWeb } from '../testing/test-web.ts';

const behind = await testWeb({
  TRUST_PROXY: '127.0.0.1,10.1.0.0/16',
  LOGIN_DELAY_AFTER: '1',
  LOGIN_LOCK_AFTER: '2',
});
const alone = await testWeb({ TRUST_PROXY: '10.1.0.0/16' });

async function signIn(web: typeof behind, forwarded: string, user_id = 'nobody1') {
  const headers = {
    'x-forwarded-for': forwarded,
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'http',
  };
  const body = { user_id, password: 'wrong-9Password' };
  const answer = await web.call('auth/login', null, { method: 'POST', body, headers });
  await web.platform.audit.flush();
  const [row] = await web.db.select().from(auditLog).orderBy(desc(auditLog.audit_id)).limit(1);
  return { status: answer.status, address: row?.address };
}

test('the audit log has the address that the listed proxies added, not what the caller wrote', async () => {
  const { address } = await signIn(behind, '1.1.1.1, 203.0.113.9, 10.1.2.3');
  expect(address).toBe('203.0.113.9');
});

test('headers of a machine that is not listed change nothing', async () => {
  expect((await signIn(alone, '203.0.113.9')).address).toBe('127.0.0.1');
});

test('an address is locked by its own failures, and no other behind the proxy', async () => {
  const statuses = async (forwarded: string) => {
    const seen: number[] = [];
    for (let attempt = 0; attempt < 3; attempt += 1)
      seen.push((await signIn(behind, forwarded, 'nobody2')).status);
    return seen;
  };
  const guesser = await statuses('198.51.100.1');
  const spoofing = (await signIn(behind, '198.51.100.77, 198.51.100.1', 'nobody2')).status;
  const other = (await signIn(behind, '198.51.100.2', 'nobody2')).status;
  expect(guesser.at(-1)).not.toBe(401);
  expect(spoofing).not.toBe(401);
  expect([guesser[0], other]).toEqual([401, 401]);
});
