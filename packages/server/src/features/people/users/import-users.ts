/**
 * Imports users from a spreadsheet. None of them gets a password here: each is notified by mail that the account was
 * created and chooses a password with the link for forgotten passwords.
 */
import { randomBytes } from 'node:crypto';
import type { importRoutes, UserLine } from '@rhythmdesk/contract/imports';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import { userRoutes } from '@rhythmdesk/contract/users';
import { languages, type Language } from '@rhythmdesk/domain/kit/languages';
import { roleKeys, type RoleKey } from '@rhythmdesk/domain/people/roles';
import { roleNumber } from '@rhythmdesk/domain/people/user-fields';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { readInput } from '../../../platform/http/read-input.ts';
import { users } from '../../../platform/db/schema/people.ts';
import { foundBy } from '../../../platform/db/search-sql.ts';
import { importRows } from '../../../platform/spreadsheet/import-rows.ts';
import { RowFaults } from '../../../platform/spreadsheet/row-faults.ts';
import { findGroup } from '../../../records/people/find-group.ts';
import { mailedUser, mailUser } from '../../../records/people/mail-user.ts';
import type { PasswordHashes } from '../password-hashes.ts';
import { refuseTakenEmail } from '../email-in-force.ts';
import { insertUser } from './create-user.ts';
import { refuseField } from '../../../platform/http/refusal.ts';
import { judgeEmail, judgeLoginId, judgePlace } from './judge-user.ts';
import { groupOf, type UserChange } from './lock-user.ts';
import { userWords } from './user-words.ts';

const shape = userRoutes.createUser.input.omit({ password: true });

/** Finds a role by its key or by its name in any of the languages. */
function roleOf(written: string): RoleKey {
  const word = written.toLowerCase();
  const found = roleKeys.find(
    (key) =>
      key.toLowerCase() === word ||
      languages.some((language) => userWords[language].roles[key].toLowerCase() === word),
  );
  if (found === undefined) throw refuseField('user/role-unknown', 'user_role_id');
  return found;
}

async function groupNamed(tx: Tx, name: string): Promise<number> {
  const group = await findGroup(tx, name);
  if (group === null) throw refuseField('user/group-unknown', 'user_group_id');
  return group;
}

async function refuseTakenId(tx: Tx, user_id: string): Promise<void> {
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(foundBy('users_called', users.id, user_id));
  if (found.length > 0) throw refuseField('user/id-taken', 'user_id');
}

/**
 * Converts a line to the payload of a new user; an empty cell is a missing field. Every faulty cell of the line is
 * refused at once.
 */
async function payloadOf(tx: Tx, line: UserLine, { caller }: UserChange) {
  const faults = new RowFaults();
  const cells = Object.entries(line).map(([name, cell]) => [name, (cell ?? '').trim()] as const);
  const said = Object.fromEntries(cells.filter(([, cell]) => cell !== ''));
  const { role, institution, ...rest } = said;
  const { user_id, email } = rest;
  const role_key = role === undefined ? undefined : await faults.check(() => roleOf(role));
  const group = institution === undefined ? undefined : await faults.check(() => groupNamed(tx, institution));
  if (user_id !== undefined) {
    await faults.check(() => judgeLoginId(user_id));
    await faults.check(() => refuseTakenId(tx, user_id));
  }
  if (email !== undefined) {
    await faults.check(() => judgeEmail(email));
    await faults.check(() => refuseTakenEmail(tx, email, 0));
  }
  if (role_key !== undefined && group !== undefined)
    await faults.check(async () => judgePlace(caller, 0, role_key, await groupOf(tx, group)));
  const body = {
    ...rest,
    ...(role_key === undefined ? {} : { user_role_id: roleNumber(role_key) }),
    ...(group === undefined ? {} : { user_group_id: group }),
  };
  const read = () => readInput(userRoutes.createUser, shape, { params: {}, query: {}, body });
  const input = await faults.check(read);
  faults.refuse();
  return input ?? read();
}

async function mailMade(tx: Tx, id: number, language: Language): Promise<void> {
  const user = await mailedUser(tx, id);
  if (user === null) return;
  const parameters = { user_name: user.name, user_id: user.user_id, group_name: user.group_name };
  await mailUser(tx, { ...user, language }, { code: 'account-made', parameters });
}

export async function importUsers(
  { db, hashes }: { readonly db: Db; readonly hashes: PasswordHashes },
  { dry_run, rows }: ParsedOf<typeof importRoutes.importUsers>,
  change: UserChange,
  language: Language,
) {
  // The hash of a random password that nobody knows.
  const password_hash = dry_run ? '-' : await hashes.make(randomBytes(32).toString('base64url'));
  const write = async (tx: Tx, line: UserLine): Promise<void> => {
    const input = await payloadOf(tx, line, change);
    const { id } = await insertUser(tx, { ...input, password_hash }, change);
    await mailMade(tx, id, language);
  };
  const columns = { user_role_id: 'role', user_group_id: 'institution' };
  return importRows(db, rows, write, { trial: dry_run, act: 'user.import', language, columns });
}
