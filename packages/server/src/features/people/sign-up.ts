/**
 * Creates accounts by sign-up: finds the institution of a code, checks whether an id is free, and creates the account,
 * which waits for approval unless the institution does not require it. The server checks everything again, whatever the
 * page has shown. Source: specification, section 5.
 */
import type { SignUpInstitution } from '@rhythmdesk/contract/sign-up';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { isLoginId, stripPhone } from '@rhythmdesk/domain/people/contact';
import { passwordFault } from '@rhythmdesk/domain/people/passwords';
import { isGroupType, type RoleKey } from '@rhythmdesk/domain/people/roles';
import { signUpRoles, termsVersion, waitsForApproval } from '@rhythmdesk/domain/people/sign-up';
import { and, isNull } from 'drizzle-orm';
import { noteAudit } from '../../platform/audit/audited-call.ts';
import type { Db, Queryable, Tx } from '../../platform/db/database.ts';
import { userGroups, users } from '../../platform/db/schema/people.ts';
import { foundBy } from '../../platform/db/search-sql.ts';
import { transact, violatedConstraint } from '../../platform/db/transact.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { mailUser } from '../../records/people/mail-user.ts';
import { emailFault, refuseTakenEmail } from './email-in-force.ts';
import { takeVerifiedEmail, type VerificationDependencies } from './email-verification.ts';
import type { PasswordHashes } from './password-hashes.ts';
import { notifyApprovers } from './approval.ts';

const unknownCode = (): Refusal =>
  new Refusal('auth/institution-code-unknown', {
    fields: { institution_code: 'refusal.auth.institution-code-unknown' },
  });

export async function findInstitution(db: Queryable, institution_code: string) {
  const [row] = await db
    .select({
      id: userGroups.id,
      name: userGroups.name,
      type: userGroups.type,
      time_zone: userGroups.time_zone,
      immediate_sign_up: userGroups.immediate_sign_up,
    })
    .from(userGroups)
    .where(and(foundBy('groups_coded', userGroups.id, institution_code), isNull(userGroups.deleted_at)));
  if (row === undefined || !isGroupType(row.type)) throw unknownCode();
  const roles = signUpRoles(row.type);
  if (roles.length === 0) throw unknownCode();
  return { ...row, type: row.type, roles };
}

export async function readInstitution(db: Db, institution_code: string): Promise<SignUpInstitution> {
  const { name, type, roles, immediate_sign_up } = await findInstitution(db, institution_code);
  return { name, type, roles: [...roles], immediate_sign_up };
}

function judgeId(user_id: string): void {
  if (isLoginId(user_id)) return;
  throw new Refusal('user/id-format', { fields: { user_id: 'refusal.user.id-format' } });
}

/** Returns whether nobody has the id. Ids of deleted users are never free again. */
export async function isIdFree(db: Queryable, user_id: string): Promise<boolean> {
  judgeId(user_id);
  const taken = await db
    .select({ id: users.id })
    .from(users)
    .where(foundBy('users_called', users.id, user_id));
  return taken.length === 0;
}

export type NewAccount = {
  readonly terms_agreed: boolean;
  readonly institution_code: string;
  readonly user_id: string;
  readonly verification_id: string;
  readonly name: string;
  readonly department: string;
  readonly role_key: RoleKey;
  readonly phone_number?: string | undefined;
  readonly password: string;
};

const idTaken = (): Refusal => new Refusal('user/id-taken', { fields: { user_id: 'refusal.user.id-taken' } });

async function checkNewAccount(db: Db, account: NewAccount) {
  if (!account.terms_agreed) {
    throw new Refusal('auth/terms-not-agreed', { fields: { terms_agreed: 'refusal.auth.terms-not-agreed' } });
  }
  const group = await findInstitution(db, account.institution_code);
  if (!group.roles.includes(account.role_key)) {
    throw new Refusal('user/role-unfit-for-group', {
      fields: { role_key: 'refusal.user.role-unfit-for-group' },
    });
  }
  if (!(await isIdFree(db, account.user_id))) throw idTaken();
  const fault = passwordFault(account.password, account.user_id);
  if (fault !== null) {
    throw new Refusal(fault, { fields: { password: `refusal.${fault.replace('/', '.')}` } });
  }
  return group;
}

export type SignUpDependencies = VerificationDependencies & { readonly hashes: PasswordHashes };

type Group = Awaited<ReturnType<typeof findInstitution>>;

async function notifyNewUser(
  tx: Tx,
  account: { readonly name: string; readonly user_id: string; readonly email: string },
  group: Group,
  { waits, language }: { readonly waits: boolean; readonly language: Language },
): Promise<void> {
  const parameters = { user_name: account.name, user_id: account.user_id, group_name: group.name };
  const to = { email: account.email, language, time_zone: group.time_zone };
  await mailUser(tx, to, { code: waits ? 'sign-up-done' : 'sign-up-approved', parameters });
}

/** Creates the account and returns whether it waits for approval. */
export async function signUp(
  { db, clock, hashes }: SignUpDependencies,
  account: NewAccount,
  language: Language,
): Promise<boolean> {
  const group = await checkNewAccount(db, account);
  const waits = waitsForApproval(account.role_key, group.immediate_sign_up);
  const password_hash = await hashes.make(account.password);
  const now = clock.now();
  const { user_id, name, department, role_key } = account;
  const work = async (tx: Tx): Promise<void> => {
    const email = await takeVerifiedEmail(tx, account.verification_id, now);
    await refuseTakenEmail(tx, email, 0);
    const [made] = await tx
      .insert(users)
      .values({
        ...{ user_id, name, email, department, role_key, password_hash },
        email_confirmed_at: now,
        phone_number: stripPhone(account.phone_number ?? ''),
        user_group_id: group.id,
        use_flag: waits ? 'W' : 'Y',
        language,
        terms_version: termsVersion,
        terms_agreed_at: now,
        active_since: now,
        password_changed_at: now,
        created_at: now,
        updated_at: now,
      })
      .returning({ id: users.id });
    if (made === undefined) throw new Error('an account was not written');
    await notifyNewUser(tx, { name, user_id, email }, group, { waits, language });
    if (waits) await notifyApprovers(tx, { id: made.id, user_id, name, role_key, group }, now);
    noteAudit({ target: `user/${String(made.id)}` });
  };
  try {
    await transact(db, work);
  } catch (fault) {
    if (violatedConstraint(fault) === 'users_user_id_unique') throw idTaken();
    throw emailFault(fault);
  }
  return waits;
}
