/** Tests that a connection that waits for the database is not kept once nothing comes through it any more. */
import { expect, onTestFinished, test } from 'vitest';
import { startListener } from './listener.ts';
import { sessionLocks } from './session-locks.ts';
import { testDatabase } from './test-database.ts';
import { stallingDoor } from './test-stalling-door.ts';

const silence = { everyMs: 10, lateMs: 50 };

async function stalling() {
  const door = await stallingDoor((await testDatabase()).app);
  onTestFinished(() => door.close());
  return door;
}

test('a listener leaves a connection that is silent, and says that messages may be missed', async () => {
  const door = await stalling();
  const connection = { connectionString: door.url };
  const listener = await startListener({ connection, channels: ['one'], onFault: () => undefined, silence });
  let gaps = 0;
  listener.on('one', { onMessage: () => undefined, onGap: () => (gaps += 1) });
  door.state.still = true;
  await expect.poll(() => listener.isConnected()).toBe(false);
  door.state.still = false;
  await expect.poll(() => gaps).toBeGreaterThan(0);
  await listener.close();
});

test('a holder is asked to release its lock once the connection is silent', async () => {
  const door = await stalling();
  const locks = sessionLocks({ connectionString: door.url }, () => undefined, silence);
  let isLost = false;
  expect(await locks.take('one', () => (isLost = true))).not.toBeNull();
  door.state.still = true;
  await expect.poll(() => isLost).toBe(true);
  await locks.close();
});
