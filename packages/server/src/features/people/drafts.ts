/**
 * Stores drafts: text that a user has typed but not sent yet. Only the author reads them. Drafts survive the end of a
 * session, because a session ends by itself after minutes without activity. They are deleted when the user withdraws
 * and some days after their last change. The database also deletes them when the user's scope changes, because the text
 * may belong to a hospital that the user has left.
 */
import { draftLimits, type Draft, type draftRoutes } from '@rhythmdesk/contract/drafts';
import { and, desc, eq, lt, ne, sql } from 'drizzle-orm';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { users } from '../../platform/db/schema/people.ts';
import { userDrafts } from '../../platform/db/schema/user-drafts.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import { Refusal } from '../../platform/http/refusal.ts';

const columns = { name: userDrafts.name, content: userDrafts.content, saved_at: userDrafts.saved_at };

const viewOf = (row: { name: string; content: string; saved_at: Date }): Draft => ({
  ...row,
  saved_at: row.saved_at.toISOString(),
});

async function readDraft(db: Db, user_id: number, name: string): Promise<Draft | null> {
  const [row] = await db
    .select(columns)
    .from(userDrafts)
    .where(and(eq(userDrafts.user_id, user_id), eq(userDrafts.name, name)));
  return row === undefined ? null : viewOf(row);
}

async function listDrafts(db: Db, user_id: number, folder: string): Promise<Draft[]> {
  const rows = await db
    .select(columns)
    .from(userDrafts)
    .where(and(eq(userDrafts.user_id, user_id), sql`starts_with(${userDrafts.name}, ${`${folder}/`})`))
    .orderBy(desc(userDrafts.saved_at), userDrafts.name);
  return rows.map(viewOf);
}

/** The lock on the user's row makes sure that drafts saved at the same time are counted one after the other. */
async function saveDraft(db: Db, user_id: number, name: string, content: string, now: Date): Promise<void> {
  await transact(db, async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, user_id)).for('no key update');
    const others = and(eq(userDrafts.user_id, user_id), ne(userDrafts.name, name));
    if ((await tx.$count(userDrafts, others)) >= draftLimits.drafts) throw new Refusal('user/drafts-full');
    await tx
      .insert(userDrafts)
      .values({ user_id, name, content, saved_at: now })
      .onConflictDoUpdate({
        target: [userDrafts.user_id, userDrafts.name],
        set: { content, saved_at: now },
      });
  });
}

async function deleteDraft(db: Db, user_id: number, name: string): Promise<void> {
  await db.delete(userDrafts).where(and(eq(userDrafts.user_id, user_id), eq(userDrafts.name, name)));
}

/** Deletes drafts that are too old and returns how many. */
export async function forgetOldDrafts(db: Db, now: Date, keepDays: number): Promise<number> {
  const before = new Date(now.getTime() - keepDays * 86_400_000);
  const old = await db
    .delete(userDrafts)
    .where(lt(userDrafts.saved_at, before))
    .returning({ name: userDrafts.name });
  return old.length;
}

const ok = { ok: true } as const;

export function draftHandlers({ db, clock }: { db: Db; clock: Clock }): Handlers<typeof draftRoutes> {
  return {
    readDraft: async ({ caller, input }) => ({ draft: await readDraft(db, caller.id, input.name) }),
    listDrafts: async ({ caller, input }) => ({ items: await listDrafts(db, caller.id, input.folder) }),
    saveDraft: async ({ caller, input }) => {
      await saveDraft(db, caller.id, input.name, input.content, clock.now());
      return ok;
    },
    deleteDraft: async ({ caller, input }) => {
      await deleteDraft(db, caller.id, input.name);
      return ok;
    },
  };
}
