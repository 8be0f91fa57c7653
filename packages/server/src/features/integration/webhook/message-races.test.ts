/** Tests what happens to messages that change while a run sends others, or themselves. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { partnerMessages } from '../../../platform/db/schema/partners.ts';
import { transact } from '../../../platform/db/transact.ts';
import { queueSending } from '../../../records/partners/queue-results.ts';
import { startWebhooks } from './test-webhooks.ts';

let hooks: Awaited<ReturnType<typeof startWebhooks>>;
beforeAll(async () => {
  hooks = await startWebhooks();
});
afterAll(async () => {
  hooks.server.close();
  await hooks.world.close();
});

async function firstMessage(partner_id: number) {
  await hooks.world.caseIn('complete');
  const [message] = await hooks.messagesOf(partner_id);
  if (message === undefined) throw new Error('nothing was queued');
  return message;
}

const isBlocked = async (): Promise<boolean> => {
  const { rows } = await hooks.world.db.execute(sql`select 1 from pg_stat_activity
    where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`);
  return rows.length > 0;
};

test('a message that is stored while a run ends does not wait for those that failed', async () => {
  const { partner_id } = await hooks.only();
  const { message_id: _id, ...message } = await firstMessage(partner_id);
  hooks.played.statusOf = () => 500;
  const { run } = await transact(hooks.world.db, async (tx) => {
    await tx.insert(partnerMessages).values({ ...message, control_id: 'msg_new', report_version: null });
    await queueSending(tx, partner_id);
    const sending = hooks.send(partner_id);
    await expect.poll(isBlocked).toBe(true);
    return { run: sending };
  });
  expect(await run).toMatchObject({ failed: 1 });
  const jobs = await hooks.world.db.execute(sql`select run_at <= now() as is_due from graphile_worker.jobs
    where key = ${`send-partner-messages:${String(partner_id)}`}`);
  expect(jobs.rows).toEqual([{ is_due: true }]);
});

test.each([200, 500])(
  'a message that is settled while it is under way stays so after HTTP %i',
  async (status) => {
    const { partner_id } = await hooks.only();
    const { message_id } = await firstMessage(partner_id);
    // As the erasure of its patient does.
    const settled = { state: 'dead', settled_at: new Date(), payload: null, reply: null };
    const own = eq(partnerMessages.message_id, message_id);
    hooks.played.statusOf = async () => {
      await hooks.world.db.update(partnerMessages).set(settled).where(own);
      return status;
    };
    await hooks.send(partner_id);
    expect(await hooks.messagesOf(partner_id)).toMatchObject([settled]);
  },
);
