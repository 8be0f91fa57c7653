/** Tests that a server accepts every connection that arrives while it is busy for a moment. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openWhileBusy } from '../platform/http/test-busy-moment.ts';
import { testWeb } from '../testing/test-web.ts';

const count = 1_000;
const somaxconn = (): number => {
  try {
    return Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'));
  } catch {
    return 0;
  }
};

test.skipIf(somaxconn() < count)(
  'a thousand connections that arrive while the server is busy are all accepted',
  async () => {
    const web = await testWeb();
    const { established, close } = await openWhileBusy(Number(new URL(web.address).port), count);
    expect(established).toBe(count);
    await close();
  },
);
