/**
 * Returns how a center distributes its requests among its teams: the ratio, what each received recently, and the
 * workload of each.
 */
import type { TeamShares } from '@rhythmdesk/contract/team-shares';
import { fairShare, presentShares } from '@rhythmdesk/domain/case/dealing';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import { cases } from '../../platform/db/schema/cases.ts';
import { userGroups } from '../../platform/db/schema/people.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { readDealing } from '../../records/cases/deal-case.ts';
import { reachedBy } from './institution-query.ts';

const workRow = z.object({
  team_id: z.coerce.number().nullable(),
  waiting: z.coerce.number(),
  in_work: z.coerce.number(),
});

/** Counts open requests and cases in progress of the center, by the team to whose share they belong. */
async function workloads(db: Db, center_id: number) {
  const found = await db.execute(sql`select ${cases.team_id},
      count(*) filter (where ${cases.status} = 'request') as waiting,
      count(*) filter (where ${cases.status} <> 'request') as in_work
    from ${cases} where ${cases.tech_center_id} = ${center_id} and ${cases.closed_at} is null
      and ${cases.status} in ('request', 'assigned', 'start', 'review', 'edit') group by ${cases.team_id}`);
  return new Map(
    found.rows.map((row) => {
      const { team_id, ...work } = workRow.parse(row);
      return [team_id, work];
    }),
  );
}

const idle = { waiting: 0, in_work: 0 } as const;

export async function readTeamShares(db: Db, caller: Caller, id: number): Promise<TeamShares> {
  const [center] = await db
    .select()
    .from(userGroups)
    .where(
      and(eq(userGroups.id, id), eq(userGroups.type, 'tech_center'), reachedBy(caller, 'institution.shares')),
    );
  if (center === undefined) throw new Refusal('object/not-found');
  const teams = await db
    .select()
    .from(userGroups)
    .where(and(eq(userGroups.tech_center_id, id), eq(userGroups.type, 'team'), isNull(userGroups.deleted_at)))
    .orderBy(asc(userGroups.name), asc(userGroups.id));
  const [{ shares: kept, counted_since }, work] = await Promise.all([readDealing(db, id), workloads(db, id)]);
  const ratios = teams.map((team) => ({ team_id: team.id, ratio: team.analysis_ratio }));
  const shares = presentShares(ratios, kept);
  const all = shares.reduce((sum, { ratio }) => sum + ratio, 0);
  const counted = shares.reduce((sum, { dealt }) => sum + dealt, 0);
  return {
    center: { id, name: center.name },
    takes_others_share: center.takes_others_share,
    counted,
    counted_since: counted === 0 ? null : (counted_since?.toISOString() ?? null),
    teams: teams.map((team) => {
      const share = shares.find(({ team_id }) => team_id === team.id);
      return {
        id: team.id,
        name: team.name,
        version: team.version,
        analysis_ratio: team.analysis_ratio,
        share: share === undefined ? 0 : share.ratio / all,
        dealt: share?.dealt ?? 0,
        fair: share === undefined ? 0 : fairShare(shares, share),
        ...(work.get(team.id) ?? idle),
      };
    }),
    unshared: work.get(null) ?? idle,
  };
}
