/**
 * Provides every store of data kept for a user, with functions that fill it and count what is left, for the test that
 * checks all of them.
 */
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { exports } from '../platform/db/schema/exports.ts';
import { notifications } from '../platform/db/schema/notices.ts';
import { idempotencyKeys } from '../platform/db/schema/operations.ts';
import { pushTokens, sessions, users } from '../platform/db/schema/people.ts';
import { readingEditLocks } from '../platform/db/schema/reading.ts';
import { uploads } from '../platform/db/schema/recordings.ts';
import { savedViews } from '../platform/db/schema/saved-views.ts';
import { secondReadingEditLocks, secondReadings } from '../platform/db/schema/second-readings.ts';
import { signInTickets } from '../platform/db/schema/sign-in-factors.ts';
import { userDrafts } from '../platform/db/schema/user-drafts.ts';
import { exportWorld } from './test-exports.ts';

type World = Awaited<ReturnType<typeof exportWorld>>;

let serial = 0;
const later = (): Date => new Date(Date.now() + 3_600_000);
const page_id = '00000000-0000-4000-8000-000000000000';
const bytes = (): Buffer => Buffer.from(`kept ${String((serial += 1))}`);

async function groupIn({ db, person }: World, who: string): Promise<number> {
  const [row] = await db
    .select({ id: users.user_group_id })
    .from(users)
    .where(eq(users.id, person(who).id));
  return row?.id ?? 0;
}

/** Returns a completed case of the center and its second reading, which waits. */
async function drawn(world: World) {
  const case_id = await world.caseIn('complete');
  const [center_id, first_reader_id] = [await groupIn(world, 'colleague'), world.person('technician').id];
  const facts = { share: 100, first_sequence: 0, drawn_at: new Date() };
  const [second] = await world.db
    .insert(secondReadings)
    .values({ case_id, center_id, first_reader_id, ...facts })
    .returning();
  return { case_id, second_id: second?.second_id ?? 0 };
}

const held = (user_id: number) => ({ user_id, page_id, taken_at: new Date(), seen_at: new Date() });

/** Stores that a user fills. */
const ownRows = (world: World) => ({
  sessions: (user_id: number) => world.newSession(user_id),
  exports: (user_id: number) =>
    world.db.insert(exports).values({
      ...{
        user_id,
        kind: 'exportCases',
        input: {},
        language: 'en',
        time_zone: 'Asia/Seoul',
        request_id: 'test',
      },
      ...{ filename: 'patches.xlsx', rows_total: 1, created_at: new Date(), expires_at: later() },
    }),
  uploads: async (user_id: number) => {
    const hospital_id = await groupIn(world, 'doctor');
    return world.db.insert(uploads).values({
      ...{ upload_id: bytes().toString('hex'), user_id, user_group_id: hospital_id, hospital_id },
      ...{ filename: 'patch.zip', hn_id: 'HN0000001', size_bytes: 9, capability_hash: bytes() },
      capability_expires_at: later(),
    });
  },
  push_tokens: (user_id: number) =>
    world.db.insert(pushTokens).values({ push_token: bytes().toString(), user_id }),
  user_drafts: (user_id: number) =>
    world.db
      .insert(userDrafts)
      .values({ user_id, name: `comment/${String((serial += 1))}`, content: 'x', saved_at: new Date() }),
  saved_views: (user_id: number) =>
    world.db.insert(savedViews).values({
      ...{ user_id, list: 'worklist', name: bytes().toString(), search: 'q=Kim', updated_at: new Date() },
    }),
});

/** Stores that others or the installation fill for a user. */
const givenRows = (world: World, { case_id, second_id }: Awaited<ReturnType<typeof drawn>>) => ({
  sign_in_tickets: (user_id: number) =>
    world.db.insert(signInTickets).values({
      ...{ ticket_hash: bytes(), purpose: 'passkey-check', user_id },
      ...{ created_at: new Date(), expires_at: later() },
    }),
  idempotency_keys: (user_id: number) =>
    world.db.insert(idempotencyKeys).values({
      ...{ user_id, key: bytes().toString('hex'), route: 'addComment', body_sha256: bytes() },
      ...{ status: 201, answer: { content: 'of the former center' } },
    }),
  notifications: (user_id: number) =>
    world.db
      .insert(notifications)
      .values({ user_id, patch_id: case_id, category: 'progress', code: 'completed' }),
  reading_edit_locks: (user_id: number) =>
    world.db
      .insert(readingEditLocks)
      .values({ case_id, ...held(user_id) })
      .onConflictDoUpdate({ target: readingEditLocks.case_id, set: held(user_id) }),
  second_reading_edit_locks: (user_id: number) =>
    world.db
      .insert(secondReadingEditLocks)
      .values({ second_id, ...held(user_id) })
      .onConflictDoUpdate({ target: secondReadingEditLocks.second_id, set: held(user_id) }),
});

/** Counts the rows of a store that its user still has. */
function keptIn({ db }: World) {
  return async (store: string, id: number): Promise<number> => {
    if (store === 'sessions')
      return db.$count(sessions, and(eq(sessions.user_id, id), isNull(sessions.revoked_at)));
    if (store === 'exports')
      return db.$count(exports, and(eq(exports.user_id, id), gt(exports.expires_at, new Date())));
    if (store === 'uploads')
      return db.$count(uploads, and(eq(uploads.user_id, id), eq(uploads.state, 'receiving')));
    const { rows } = await db.execute(
      sql`select count(*)::int as kept from ${sql.identifier(store)} where user_id = ${id}`,
    );
    return z.object({ kept: z.number() }).parse(rows[0]).kept;
  };
}

export async function keptWorld() {
  const world = await exportWorld();
  const second = await drawn(world);
  /** Functions that add a row of this user to each store. */
  const stores: Readonly<Record<string, (user_id: number) => PromiseLike<unknown>>> = {
    ...ownRows(world),
    ...givenRows(world, second),
  };
  const storeNames = Object.keys(stores);
  const kept = keptIn(world);
  const keptBy = async (id: number): Promise<Record<string, number>> => {
    const counts: Record<string, number> = {};
    for (const store of storeNames) counts[store] = await kept(store, id);
    return counts;
  };
  const fill = async (store: string, id: number): Promise<void> => void (await stores[store]?.(id));
  return {
    ...world,
    ...second,
    storeNames,
    fill,
    kept,
    keptBy,
    groupOf: (who: string) => groupIn(world, who),
  };
}
