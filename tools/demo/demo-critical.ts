/**
 * Whom to call in the demo's hospitals, and some critical findings in different steps: found in synthetic recordings by
 * the server's own analysis and rules, judged and told by the demo's people.
 */
import type { CallWay, CriticalAct } from '@rhythmdesk/domain/critical/critical-states';
import { analyseRecording } from '@rhythmdesk/server/features/analysis/analyse-recording';
import { requestAnalysis } from '@rhythmdesk/server/features/analysis/analysis-record';
import { actOnCritical } from '@rhythmdesk/server/features/critical/act-on-critical';
import { changeContacts } from '@rhythmdesk/server/features/critical/critical-detail';
import { findCritical } from '@rhythmdesk/server/features/critical/find-critical';
import type { Db } from '@rhythmdesk/server/platform/db/database';
import { cases } from '@rhythmdesk/server/platform/db/schema/cases';
import { criticalFindings } from '@rhythmdesk/server/platform/db/schema/critical';
import { transact } from '@rhythmdesk/server/platform/db/transact';
import { type Duty, usualDuty } from '@rhythmdesk/domain/critical/duty-hours';
import type { FileStore } from '@rhythmdesk/server/platform/files/file-store';
import type { Caller } from '@rhythmdesk/server/platform/http/caller';
import { eq } from 'drizzle-orm';
import type { CasePlan } from './case-plans.ts';
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

const callerOf = ({ callers }: DemoWorld, user_id: string): Caller => {
  const caller = callers.get(user_id);
  if (caller === undefined) throw new Error(`the demo has no ${user_id}`);
  return caller;
};

async function addContacts(db: Db, world: DemoWorld, now: Date): Promise<void> {
  for (const { key } of demoGroups) {
    if (key !== 'minato' && key !== 'northgate' && key !== 'hanbit') continue;
    const hospital_id = world.groupIds.get(key);
    if (hospital_id === undefined) throw new Error(`the demo has no hospital ${key}`);
    const caller = callerOf(world, chiefOf[key]);
    await changeContacts(db, { hospital_id, version: 0, contacts: [...contacts[key]] }, { caller, now });
  }
}

/** How far each finding comes, the first first; what follows stays as it was found. */
const lives: readonly (readonly CriticalAct[])[] = [
  ['confirm', 'call', 'acknowledge'],
  ['confirm', 'call'],
  ['confirm'],
];
const looked = 6;

/** Cases under work whose hearts run into ventricular tachycardia, the shortest recordings first. */
function likely(plans: readonly CasePlan[]): readonly CasePlan[] {
  return plans
    .filter(({ heart, signal, stage }) => heart === 'ventricular' && signal && stage !== 'complete')
    .filter(({ stage }) => stage !== 'closed')
    .toSorted((a, b) => a.seconds - b.seconds)
    .slice(0, looked);
}

type Loading = { readonly db: Db; readonly files: FileStore; readonly files_folder: string };

async function findIn({ db, files, files_folder }: Loading, case_id: number, now: Date): Promise<void> {
  const dependencies = { db, files, files_folder, clock: { now: () => now } };
  const { signal } = new AbortController();
  await transact(db, (tx) => requestAnalysis(tx, case_id));
  await analyseRecording(dependencies, case_id, { signal, is_last_attempt: true });
  await findCritical(dependencies, case_id, { signal });
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
  for (const { hn_id, hospital } of likely(plans)) {
    const [row] = await db.select({ case_id: cases.case_id }).from(cases).where(eq(cases.hn_id, hn_id));
    if (row === undefined) continue;
    await findIn(loading, row.case_id, new Date(now.getTime() - 6 * 60_000));
    const [finding] = await db
      .select({ finding_id: criticalFindings.finding_id })
      .from(criticalFindings)
      .where(eq(criticalFindings.case_id, row.case_id));
    if (finding === undefined) continue;
    const caller = callerOf(world, chiefOf[hospital]);
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
