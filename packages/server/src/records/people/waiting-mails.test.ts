/** Tests that a queued mail about something that its reader may see is not sent once the reader's scope has changed. */
import { mailCodes, mailRow, type MailCode } from '@rhythmdesk/domain/notice/mails';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { takeMails } from '../../features/people/test-mails.ts';
import { users } from '../../platform/db/schema/people.ts';
import { changeAsOwner } from '../../platform/db/test-place.ts';
import { outboxFolder, readOutbox } from '../../platform/mail/outbox.ts';
import { insertNotifications } from '../notices/insert-notifications.ts';
import { mailedUser, mailUser } from './mail-user.ts';
import { messageHandlers } from '../../app/jobs.ts';
import { tenants } from '../../testing/test-tenants.ts';

let world: Awaited<ReturnType<typeof tenants>>;
beforeAll(async () => {
  world = await tenants();
});

const groupOf = async (who: string): Promise<number> => {
  const [row] = await world.db
    .select()
    .from(users)
    .where(eq(users.id, world.person(who).id));
  return row?.user_group_id ?? 0;
};

/** Creates a doctor with an e-mail address of their own. */
async function reader(user_id: string) {
  const { id } = await world.addUser(user_id, 'DOCTOR', await groupOf('doctor'));
  const email = `${user_id}@hospital.example`;
  await world.db.update(users).set({ email }).where(eq(users.id, id));
  return { id, email };
}

/** Runs the waiting mails like the job runner; returns how many reached this address. */
async function sentTo(email: string): Promise<number> {
  const context = { log: world.platform.log, signal: new AbortController().signal };
  const send = messageHandlers(world.platform)['send-mail'];
  for (const queued of await takeMails(world.db))
    await send(queued, { ...context, attempt: 1, is_last_attempt: false });
  const mails = await readOutbox(outboxFolder(world.platform.config.DATA_DIR), 1_000);
  return mails.filter(({ to }) => to === email).length;
}

const move = async (id: number, who: string) =>
  changeAsOwner(world.db, id, { user_group_id: await groupOf(who) });

/** Values for all parameters of the mails. */
const given = {
  ...{ user_name: 'Name', user_id: 'id', group_name: 'Hospital', minutes: '10', reason: 'none', by: 'Name' },
  ...{ time: '2026-11-27T09:00:00.000Z', items: '[{"category":"request","count":1}]', device: 'Firefox' },
  ...{ address: '127.0.0.1', number: '1', month: '2026-11', amount: '1', due: '2026-11-30' },
  ...{ day: '2026-11-27', open: '1', earlier: '0', figures: '[]' },
};

async function queue(id: number, code: MailCode): Promise<void> {
  await world.db.transaction(async (tx) => {
    const user = await mailedUser(tx, id);
    if (user === null) throw new Error('no user');
    await mailUser(tx, user, { code, parameters: given, secret_id: 'secret' });
  });
}

test.each(mailCodes)(
  '%s: sent under the present scope; after a change only if it concerns the account',
  async (code) => {
    const { id, email } = await reader(code.replaceAll('-', ''));
    await queue(id, code);
    expect(await sentTo(email)).toBe(1);
    await queue(id, code);
    await move(id, 'far doctor');
    await move(id, 'doctor');
    expect(await sentTo(email)).toBe(mailRow(code).of_scope === true ? 1 : 2);
  },
);

test('a mailed notification is bound to its reader’s scope', async () => {
  const { id, email } = await reader('notified');
  const notice = { code: 'critical-finding', category: 'critical', parameters: {} } as const;
  await world.db.transaction((tx) =>
    insertNotifications(tx, [{ user_id: id, ...notice, create_time: new Date() }]),
  );
  await move(id, 'far doctor');
  expect(await sentTo(email)).toBe(0);
});
