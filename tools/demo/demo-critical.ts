/**
 * Adds the people to call in the demo's hospitals, and some critical findings in different steps: found in synthetic
 * recordings by the server's own analysis and rules, confirmed and notified by the demo's people.
 */
import type { CallWay, CriticalAct } from '@rhythmdesk/domain/critical/critical-states';
import { actOnCritical } from '@rhythmdesk/server/features/critical/act-on-critical';
import { changeContacts } from '@rhythmdesk/server/features/critical/critical-detail';
import { findCritical } from '@rhythmdesk/server/features/critical/find-critical';
import type { Db } from '@rhythmdesk/server/platform/db/database';
import { criticalFindings } from '@rhythmdesk/server/platform/db/schema/critical';
import { type Duty, usualDuty } from '@rhythmdesk/domain/critical/duty-hours';
import { eq } from 'drizzle-orm';
import type { CasePlan } from './case-plans.ts';
import { analyseNow, callerNamed, caseOf, type Loading } from './demo-analysis.ts';
import type { DemoWorld } from './demo-callers.ts';
import { demoGroups } from './demo-people.ts';

const hours = { duty_from: '08:30', duty_to: '17:00' } as const;
const contacts: Readonly<
  Record<CasePlan['hospital'], readonly ({ name: string; place: string; phone: string } & Duty)[]>
> = {
  minato: [
    { name: '工藤 誠', place: '循環器内科', phone: '+81 3 5550 0188', duty: 'hours', ...hours },
    {
      name: '東3病棟',
      place: 'ナースステーション',
      phone: '+81 3 5550 0130',
      duty: 'out_of_hours',
      ...hours,
    },
  ],
  northgate: [
    { name: 'Dr. Mei Yoshida', place: 'Cardiology', phone: '+44 161 555 0188', duty: 'hours', ...hours },
    { name: 'Ward 3 East', place: '', phone: '+44 161 555 0130', duty: 'out_of_hours', ...hours },
  ],
  hanbit: [{ name: '김하늘', place: '심장내과 당직', phone: '+82 2 555 0188', ...usualDuty }],
};

const chiefOf = { minato: 'demochief', northgate: 'demochief', hanbit: 'demochief2' } as const;

async function addContacts(db: Db, world: DemoWorld, now: Date): Promise<void> {
  for (const { key } of demoGroups) {
    if (key !== 'minato' && key !== 'northgate' && key !== 'hanbit') continue;
    const hospital_id = world.groupIds.get(key);
    if (hospital_id === undefined) throw new Error(`the demo has no hospital ${key}`);
    const caller = callerNamed(world, chiefOf[key]);
    await changeContacts(db, { hospital_id, version: 0, contacts: [...contacts[key]] }, { caller, now });
  }
}

/** The actions on each finding, in order; further findings stay as they were found. */
const lives: readonly (readonly CriticalAct[])[] = [
  ['confirm', 'call', 'acknowledge'],
  ['confirm', 'call'],
  ['confirm'],
];
const looked = 6;

/** Returns open cases whose recordings contain ventricular tachycardia, the shortest recordings first. */
function likely(plans: readonly CasePlan[]): readonly CasePlan[] {
  return plans
    .filter(({ heart, signal, stage }) => heart === 'ventricular' && signal && stage !== 'complete')
    .filter(({ stage }) => stage !== 'closed')
    .toSorted((a, b) => a.seconds - b.seconds)
    .slice(0, looked);
}

async function findIn(loading: Loading, case_id: number, now: Date): Promise<void> {
  await analyseNow(loading, case_id, now);
  const { signal } = new AbortController();
  await findCritical({ ...loading, clock: { now: () => now } }, case_id, { signal });
}

export async function playCritical(
  loading: Loading,
  world: DemoWorld,
  plans: readonly CasePlan[],
  now: Date,
): Promise<void> {
  const { db } = loading;
  await addContacts(db, world, now);
  let lived = 0;
  for (const plan of likely(plans)) {
    const { hospital } = plan;
    const row = await caseOf(db, plan);
    await findIn(loading, row.case_id, new Date(now.getTime() - 6 * 60_000));
    const [finding] = await db
      .select({ finding_id: criticalFindings.finding_id })
      .from(criticalFindings)
      .where(eq(criticalFindings.case_id, row.case_id));
    if (finding === undefined) continue;
    const caller = callerNamed(world, chiefOf[hospital]);
    const [contact] = contacts[hospital];
    const way: CallWay = 'telephone';
    for (const [index, act] of (lives[lived] ?? []).entries()) {
      const at = new Date(now.getTime() - (5 - index) * 60_000);
      const reached = act === 'confirm' || contact === undefined ? {} : { contact: contact.name, way };
      await actOnCritical(db, { ...finding, act, note: '', ...reached }, { caller, now: at });
    }
    lived += 1;
  }
}
