/**
 * Queues a mail to one user, in their language and their institution's time zone, in the transaction of its event. A
 * user without an address gets no mail.
 */
import { defaultLanguage, languageOfTag, type Language } from '@rhythmdesk/domain/kit/languages';
import { mailRow, type MailCode } from '@rhythmdesk/domain/notice/mails';
import { and, eq, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { userGroups, users } from '../../platform/db/schema/people.ts';
import type { JobPayload } from '../../platform/jobs/job-names.ts';
import { sendMail, type NewMail } from '../../platform/mail/send-mail.ts';

export type MailedUser = {
  readonly id: number;
  readonly user_id: string;
  readonly name: string;
  readonly email: string;
  readonly language: Language;
  readonly time_zone: string;
  readonly group_name: string;
  readonly scope_number: number;
};

/** The address for mails: empty if another account has confirmed the same one. */
export const mailableEmail = sql<string>`case when ${users.email_confirmed_at} is null
  and email_is_anothers(${users.email}, ${users.id}) then '' else ${users.email} end`;

export async function mailedUser(tx: Tx, id: number): Promise<MailedUser | null> {
  const [row] = await tx
    .select({
      id: users.id,
      user_id: users.user_id,
      name: users.name,
      email: mailableEmail,
      language: users.language,
      time_zone: userGroups.time_zone,
      group_name: userGroups.name,
      scope_number: users.scope_number,
    })
    .from(users)
    .innerJoin(userGroups, eq(userGroups.id, users.user_group_id))
    .where(eq(users.id, id));
  if (row === undefined) return null;
  return { ...row, language: languageOfTag(row.language ?? '') ?? defaultLanguage };
}

type MailContents<Code extends MailCode> = Pick<
  NewMail<Code>,
  'code' | 'parameters' | 'secret_id' | 'send_at' | 'useless_after'
>;

type Reader = Pick<MailedUser, 'email' | 'language' | 'time_zone'> &
  Partial<Pick<MailedUser, 'id' | 'scope_number'>>;

export async function mailUser<Code extends MailCode>(
  tx: Tx,
  { id, email, language, time_zone, scope_number }: Reader,
  contents: MailContents<Code>,
): Promise<void> {
  if (email === '') return;
  const mail = { ...contents, to: email, language, time_zone };
  if (mailRow(contents.code).of_scope !== true) return sendMail(tx, mail);
  if (id === undefined || scope_number === undefined) throw new Error(`${contents.code}: of whose scope?`);
  await sendMail(tx, { ...mail, scope: { user_id: id, scope_number } });
}

/** Returns whether a queued mail is still about its reader's current scope; a mail about the account always is. */
export async function isOfPresentScope(
  db: Queryable,
  { scope }: Pick<JobPayload<'send-mail'>, 'scope'>,
): Promise<boolean> {
  if (scope === undefined) return true;
  const { user_id, scope_number } = scope;
  return (await db.$count(users, and(eq(users.id, user_id), eq(users.scope_number, scope_number)))) > 0;
}
