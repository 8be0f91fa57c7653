/**
 * Assigns a case to a team of its center, in the transaction that requests it (domain/case/dealing.ts chooses the
 * team).
 *
 * Requests of one center are assigned one after the other: the row of its assignment state is locked until the
 * transaction ends. It must be locked before any case, because a transaction that waits for it has already locked a
 * case. Several centers are locked in the order of their ids, so that no two calls deadlock. A team that takes a share
 * is locked too: a transaction that deletes it or changes its ratio waits and then finds the case.
 *
 * The assignment state belongs to the center, and the requesting user mostly belongs to a hospital. It is therefore
 * locked and written outside of the user's scope.
 */
import { deal, presentShares, type TeamRatio, type TeamShare } from '@rhythmdesk/domain/case/dealing';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { beyondScope } from '../../platform/db/row-scope.ts';
import { centerDealings } from '../../platform/db/schema/cases.ts';
import { userGroups } from '../../platform/db/schema/people.ts';

const keptShares = z.array(
  z.object({ team_id: z.number().int(), ratio: z.number().int(), dealt: z.number().int() }),
);

const { id, type, tech_center_id, deleted_at, analysis_ratio } = userGroups;
const isTeamOf = (center_id: number) =>
  and(eq(tech_center_id, center_id), eq(type, 'team'), isNull(deleted_at));

async function holdCenter(tx: Tx, center_id: number, now: Date): Promise<void> {
  await tx.insert(centerDealings).values({ center_id, counted_since: now }).onConflictDoNothing();
  await tx
    .select({ id: centerDealings.center_id })
    .from(centerDealings)
    .where(eq(centerDealings.center_id, center_id))
    .for('update');
}

const centerRow = z.object({ center_id: z.coerce.number() });

/**
 * Locks the assignment state of the centers from which these cases would be requested; centers without ratios are
 * skipped.
 */
export async function holdDealings(tx: Tx, case_ids: readonly number[], now: Date): Promise<void> {
  const found = await tx.execute(sql`
    select distinct coalesce(c.tech_center_id, h.tech_center_id) as center_id
    from cases c join user_groups h on h.id = c.hospital_id
    where c.case_id = any (${`{${case_ids.join(',')}}`}::bigint[])
      and exists (select 1 from user_groups t where t.tech_center_id = coalesce(c.tech_center_id, h.tech_center_id)
        and t.type = 'team' and t.deleted_at is null and t.analysis_ratio > 0)`);
  const centers = found.rows.map((row) => centerRow.parse(row).center_id).sort((a, b) => a - b);
  if (centers.length === 0) return;
  await beyondScope(tx, async () => {
    for (const center_id of centers) await holdCenter(tx, center_id, now);
  });
}

/** Locks the assignment state of one center, for cases that move to it from another. */
export const holdDealing = (tx: Tx, center_id: number, now: Date): Promise<void> =>
  beyondScope(tx, () => holdCenter(tx, center_id, now));

export type Dealing = { readonly shares: readonly TeamShare[]; readonly counted_since: Date | null };

/** Returns the stored assignment state of a center. */
export async function readDealing(db: Queryable, center_id: number): Promise<Dealing> {
  const [row] = await db.select().from(centerDealings).where(eq(centerDealings.center_id, center_id));
  if (row === undefined) return { shares: [], counted_since: null };
  return { shares: keptShares.parse(row.shares), counted_since: row.counted_since };
}

async function heldTeams(tx: Tx, center_id: number): Promise<TeamRatio[]> {
  const rows = await tx
    .select({ team_id: id, ratio: analysis_ratio })
    .from(userGroups)
    .where(isTeamOf(center_id))
    .orderBy(asc(id))
    .for('share');
  return rows;
}

/** Assigns the next case of a center. */
async function dealNext(
  tx: Tx,
  center_id: number,
  teams: readonly TeamRatio[],
  now: Date,
): Promise<number | null> {
  await holdCenter(tx, center_id, now);
  const { shares: kept, counted_since } = await readDealing(tx, center_id);
  const shares = presentShares(teams, kept);
  const dealt = deal(shares);
  if (dealt === null) return null;
  await tx
    .update(centerDealings)
    .set({ shares: dealt.shares, counted_since: shares === kept ? (counted_since ?? now) : now })
    .where(eq(centerDealings.center_id, center_id));
  return dealt.team_id;
}

/**
 * Returns the team that gets a case requested from this center; null if no team takes a share. If the case is requested
 * again and already has such a team, it keeps it, because it was counted then.
 */
export async function dealCase(
  tx: Tx,
  { center_id, team_id }: { readonly center_id: number; readonly team_id: number | null },
  now: Date,
): Promise<number | null> {
  const teams = await heldTeams(tx, center_id);
  const takes = teams.filter(({ ratio }) => ratio !== null && ratio > 0);
  if (takes.length === 0) return null;
  if (takes.some((team) => team.team_id === team_id)) return team_id;
  return beyondScope(tx, () => dealNext(tx, center_id, teams, now));
}

/** Returns the team's name if it belongs to the center, and locks that fact until the transaction ends. */
export async function holdTeam(tx: Tx, center_id: number | null, team_id: number): Promise<string | null> {
  if (center_id === null) return null;
  const [team] = await tx
    .select({ name: userGroups.name })
    .from(userGroups)
    .where(and(isTeamOf(center_id), eq(id, team_id)))
    .for('share');
  return team?.name ?? null;
}
