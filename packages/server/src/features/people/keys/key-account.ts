/**
 * Reads the institution whose keys or programs a user administers, and adds the account that each of them belongs to.
 */
import { randomBytes } from 'node:crypto';
import { keyRole } from '@rhythmdesk/domain/people/api-keys';
import { can, reaches } from '@rhythmdesk/domain/people/can';
import { isGroupType } from '@rhythmdesk/domain/people/roles';
import { and, eq, isNull } from 'drizzle-orm';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { userGroups, users } from '../../../platform/db/schema/people.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { Refusal } from '../../../platform/http/refusal.ts';

/** The user who changes a key or program, and when. */
export type Change = { readonly caller: Caller; readonly now: Date };

/** Returns the institution if the caller administers its keys. */
export async function institutionFor(db: Queryable, { actor }: Caller, id: number) {
  const [group] = await db
    .select()
    .from(userGroups)
    .where(and(eq(userGroups.id, id), isNull(userGroups.deleted_at)));
  const grant = can(actor, 'institution.keys');
  if (group === undefined || grant === 'never' || !isGroupType(group.type))
    throw new Refusal('object/not-found');
  const { name, type, tech_center_id } = group;
  const facts = { id, group_type: type, tech_center_id: type === 'tech_center' ? id : tech_center_id };
  if (!reaches('institution', actor, grant, facts)) throw new Refusal('object/not-found');
  return { id, name, type };
}

export type Institution = Awaited<ReturnType<typeof institutionFor>>;
/** Adds the account of a key or program. Its login id is not guessable, and no password matches its hash. */
export async function insertAccount(
  tx: Tx,
  { id, type }: Institution,
  name: string,
  { caller, now }: Change,
) {
  const role_key = keyRole(type);
  if (role_key === null) throw new Refusal('key/kind');
  const [row] = await tx
    .insert(users)
    .values({
      user_id: `key${randomBytes(12).toString('hex')}`,
      name,
      role_key,
      user_group_id: id,
      password_hash: '-',
      use_flag: 'S',
      created_by: caller.id,
      active_since: now,
      created_at: now,
      updated_at: now,
    })
    .returning({ id: users.id });
  if (row === undefined) throw new Error('the account of a key or program was not made');
  return row.id;
}

/** Locks the institution, so that its keys are counted and changed one after the other. */
export async function holdInstitution(tx: Tx, id: number): Promise<void> {
  await tx.select({ id: userGroups.id }).from(userGroups).where(eq(userGroups.id, id)).for('no key update');
}
