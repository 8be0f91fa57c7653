/**
 * Stores views of the case lists that users saved. Only the owner changes a view. A shared view can be read by the
 * sharer's organisation (a center with its teams, otherwise the own group; everybody if an ADMIN shares), or by one
 * role of it, as long as the sharer is active, may share and still belongs to the group that it was shared from.
 */
import {
  type SavedView,
  savedViewLimit,
  type savedViewRoutes,
  viewLists,
} from '@rhythmdesk/contract/saved-views';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import { isRoleKey, roleKeys } from '@rhythmdesk/domain/people/roles';
import { permissions } from '@rhythmdesk/domain/people/permissions';
import { and, asc, eq, inArray, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { userGroups, users } from '../../platform/db/schema/people.ts';
import { savedViews } from '../../platform/db/schema/saved-views.ts';
import { transact, violatedConstraint } from '../../platform/db/transact.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import { Refusal } from '../../platform/http/refusal.ts';

type Routes = typeof savedViewRoutes;
type Key = { readonly id: number; readonly version: number };
type Change = Partial<
  Pick<typeof savedViews.$inferInsert, 'name' | 'search' | 'shared_from' | 'shared_role'>
>;

const sharers = roleKeys.filter((role) => permissions['view.share'][role] !== '-');

/** The organisation of a team is its center. The organisation of a hospital is the hospital, not its center. */
const houseOfSharer = sql<number>`CASE WHEN ${userGroups.type} = 'team' THEN ${userGroups.tech_center_id} ELSE ${userGroups.id} END`;

function readable({ id, role_key, actor }: Caller): SQL | undefined {
  const house = actor.tech_center_id ?? actor.user_group_id;
  const shared = and(
    isNotNull(savedViews.shared_from),
    eq(savedViews.shared_from, users.user_group_id),
    eq(users.use_flag, 'Y'),
    isNull(users.deleted_at),
    inArray(users.role_key, sharers),
    or(isNull(savedViews.shared_role), eq(savedViews.shared_role, role_key)),
    or(eq(users.role_key, 'ADMIN'), eq(houseOfSharer, house)),
  );
  return or(eq(savedViews.user_id, id), shared);
}

type Row = typeof savedViews.$inferSelect & { sharer: string };

function viewOf({ user_id, shared_from, shared_role, sharer, ...row }: Row, caller: Caller): SavedView[] {
  const list = viewLists.find((each) => each === row.list);
  if (list === undefined) return [];
  const { id, version, name, search } = row;
  const role_key = shared_role !== null && isRoleKey(shared_role) ? shared_role : null;
  return [
    {
      id,
      version,
      list,
      name,
      search,
      shared: shared_from === null ? null : { role_key },
      shared_by: user_id === caller.id ? null : { id: user_id, name: sharer },
    },
  ];
}

export async function readSavedViews(db: Db, caller: Caller): Promise<SavedView[]> {
  const rows = await db
    .select({ view: savedViews, sharer: users.name })
    .from(savedViews)
    .innerJoin(users, eq(users.id, savedViews.user_id))
    .innerJoin(userGroups, eq(userGroups.id, users.user_group_id))
    .where(readable(caller))
    .orderBy(
      sql`${savedViews.user_id} <> ${caller.id}`,
      asc(sql`lower(${savedViews.name})`),
      asc(savedViews.id),
    );
  return rows.flatMap(({ view, sharer }) => viewOf({ ...view, sharer }, caller));
}

async function unlessNameTaken<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((fault: unknown) => {
    if (violatedConstraint(fault) === 'saved_views_name') throw new Refusal('view/name-taken');
    throw fault;
  });
}

/**
 * Adds a view. The lock on the user's row makes sure that views saved at the same time are counted one after the other.
 */
export async function addView(
  db: Db,
  caller: Caller,
  input: ParsedOf<Routes['addSavedView']>,
  now: Date,
): Promise<Key> {
  const add = async (tx: Tx): Promise<Key> => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, caller.id)).for('no key update');
    if ((await tx.$count(savedViews, eq(savedViews.user_id, caller.id))) >= savedViewLimit) {
      throw new Refusal('view/full');
    }
    const [row] = await tx
      .insert(savedViews)
      .values({ user_id: caller.id, ...input, updated_at: now })
      .returning({ id: savedViews.id, version: savedViews.version });
    if (row === undefined) throw new Error('a view was not kept');
    return row;
  };
  return unlessNameTaken(transact(db, add));
}

export async function changeView(db: Db, caller: Caller, key: Key, change: Change, now: Date): Promise<Key> {
  const own = and(eq(savedViews.id, key.id), eq(savedViews.user_id, caller.id));
  const work = async (tx: Tx): Promise<Key> => {
    const [row] = await tx
      .update(savedViews)
      .set({ ...change, version: sql`${savedViews.version} + 1`, updated_at: now })
      .where(and(own, eq(savedViews.version, key.version)))
      .returning({ id: savedViews.id, version: savedViews.version });
    if (row !== undefined) return row;
    throw new Refusal((await tx.$count(savedViews, own)) === 0 ? 'object/not-found' : 'view/stale-version');
  };
  return unlessNameTaken(transact(db, work));
}

export async function deleteView(db: Db, caller: Caller, id: number): Promise<void> {
  const gone = await db
    .delete(savedViews)
    .where(and(eq(savedViews.id, id), eq(savedViews.user_id, caller.id)))
    .returning({ id: savedViews.id });
  if (gone.length === 0) throw new Refusal('object/not-found');
}

export function savedViewHandlers({ db, clock }: { db: Db; clock: Clock }): Handlers<Routes> {
  return {
    savedViews: async ({ caller }) => ({ items: await readSavedViews(db, caller) }),
    addSavedView: ({ caller, input }) => addView(db, caller, input, clock.now()),
    updateSavedView: ({ caller, input: { id, version, name, search } }) => {
      const change = { ...(name === undefined ? {} : { name }), ...(search === undefined ? {} : { search }) };
      return changeView(db, caller, { id, version }, change, clock.now());
    },
    shareSavedView: ({ caller, input: { id, version, shared } }) => {
      const change = {
        shared_from: shared === null ? null : caller.actor.user_group_id,
        shared_role: shared?.role_key ?? null,
      };
      return changeView(db, caller, { id, version }, change, clock.now());
    },
    deleteSavedView: async ({ caller, input: { id } }) => {
      await deleteView(db, caller, id);
      return { ok: true };
    },
  };
}
