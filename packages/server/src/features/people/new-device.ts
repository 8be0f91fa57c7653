/**
 * Notifies a user by mail of a sign-in from a device that was not used with the account before. A device is a browser
 * on an operating system; a new version of either is the same device. The first sign-in of an account sends no mail.
 * Devices are known as long as their sessions are stored (30 days after their end).
 */
import { desc, eq } from 'drizzle-orm';
import type { Tx } from '../../platform/db/database.ts';
import { sessions } from '../../platform/db/schema/people.ts';
import { mailedUser, mailUser } from '../../records/people/mail-user.ts';
import { deviceOf } from './device.ts';

const sessionsLookedAt = 200;

type SignInFrom = { readonly user_id: number; readonly ip: string; readonly user_agent: string };

/** Must be called before the new session is written. */
export async function notifyNewDevice(
  tx: Tx,
  { user_id, ip, user_agent }: SignInFrom,
  now: Date,
): Promise<void> {
  const before = await tx
    .select({ user_agent: sessions.user_agent })
    .from(sessions)
    .where(eq(sessions.user_id, user_id))
    .orderBy(desc(sessions.created_at))
    .limit(sessionsLookedAt);
  const device = deviceOf(user_agent);
  if (before.length === 0 || before.some((session) => deviceOf(session.user_agent) === device)) return;
  const user = await mailedUser(tx, user_id);
  if (user === null) return;
  const { name: user_name, user_id: login_id } = user;
  const parameters = { user_name, user_id: login_id, device, address: ip, time: now.toISOString() };
  await mailUser(tx, user, { code: 'new-device', parameters });
}
