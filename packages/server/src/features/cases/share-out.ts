/** Sets how many cases each user may have, and proposes the assignment of waiting cases. */
import type { ShareOut } from '@rhythmdesk/contract/work';
import { shareOut, type StayReason } from '@rhythmdesk/domain/case/share-out';
import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { transact } from '../../platform/db/transact.ts';
import { noteAudit } from '../../platform/audit/audited-call.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { ownCenter, peopleOfCenter, readShown, readStanding } from './read-board.ts';

/** As many cases as a user can review at once; the rest is assigned by asking again. */
const mostProposed = 50;

export async function proposeShareOut(
  db: Db,
  caller: Caller,
  { team_id }: { readonly team_id?: number | undefined },
  now: Date,
): Promise<ShareOut> {
  const { waiting, people, inHand } = await readStanding(db, caller, team_id, now);
  const hands = people.map(({ id, team_id: team, capacity }) => {
    return { id, team_id: team, held: inHand(id).length, capacity };
  });
  const { dealt, staying } = shareOut(waiting, hands);
  const proposed = dealt.slice(0, mostProposed);
  const rows = await readShown(
    db,
    caller,
    proposed.map(({ case_id }) => case_id),
    now,
  );
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const items = proposed.flatMap(({ case_id, technician_id }) => {
    const row = rows.get(case_id);
    if (row === undefined) return [];
    return [{ case: row, technician: { id: technician_id, name: names.get(technician_id) ?? '' } }];
  });
  const stay = (reason: StayReason) => staying.filter(({ why }) => why === reason).length;
  return { items, later: dealt.length - items.length, full: stay('full'), team_full: stay('team_full') };
}

type Places = { readonly user_id: number; readonly capacity: number };

/** Sets the capacity of a user who reads for the caller's own center. */
export async function setCapacity(db: Db, caller: Caller, { user_id, capacity }: Places, now: Date) {
  const people = peopleOfCenter(ownCenter(caller));
  await transact(db, async (tx) => {
    const { rows } = await tx.execute(sql`update users set case_capacity = ${capacity},
        version = users.version + 1, updated_at = ${now.toISOString()}::timestamptz
      from user_groups g where g.id = users.user_group_id and users.id = ${user_id} and ${people}
      returning users.id`);
    if (rows.length === 0) throw new Refusal('object/not-found');
    noteAudit({ target: `user/${String(user_id)}: case_capacity` });
  });
}
