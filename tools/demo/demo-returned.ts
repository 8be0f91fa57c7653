/**
 * Makes a case that its chief returned with comments pinned to the recording; its technician replied to one of them.
 */
import type { AnalysisSummary } from '@rhythmdesk/contract/analysis';
import { performAction } from '@rhythmdesk/server/features/cases/perform-action';
import { nothingLeftOut } from '@rhythmdesk/server/features/cases/left-out';
import { unsealed } from '@rhythmdesk/server/features/cases/sign-report';
import { addComment } from '@rhythmdesk/server/features/cases/talk';
import { transact } from '@rhythmdesk/server/platform/db/transact';
import type { Caller } from '@rhythmdesk/server/platform/http/caller';
import { demoBillingZone } from './billing-zone.ts';
import type { CasePlan } from './case-plans.ts';
import { analyseNow, callerNamed, caseOf, foundIn, type Loading } from './demo-analysis.ts';
import type { DemoWorld } from './demo-callers.ts';
import { remarks } from './remarks.ts';

const hourMs = 3_600_000;
/** The preferred assignee, if one of their cases waits for verification. */
const assignee = 'demotechnician3';

type Span = { readonly start_sample: number; readonly end_sample: number };

const runs: ReadonlySet<string> = new Set(['vt', 'svt', 'ivr', 'v_couplet', 'v_bigeminy', 's_couplet']);

/** Returns places to comment on: a run or a place inside the rhythm, the rhythm’s onset, and a place near the end. */
function placesIn({ episodes }: AnalysisSummary, samples: number, sampling_hz: number) {
  const length = ({ start_sample, end_sample }: Span): number => end_sample - start_sample;
  const byLength = [...episodes].sort((a, b) => length(a) - length(b));
  const at = (sample: number): Span => {
    const start_sample = Math.round(sample);
    return { start_sample, end_sample: start_sample + 2 * sampling_hz };
  };
  const rhythm = byLength.findLast(({ kind }) => kind === 'af') ?? at(samples * 0.55);
  const run = byLength.find((one) => runs.has(one.kind)) ?? at(rhythm.start_sample + length(rhythm) * 0.4);
  return { run, rhythm: at(rhythm.start_sample), ends: at(samples * 0.9) };
}

/** Returns a case that waits for the chief of Tokyo and has findings, preferably one of the assignee above. */
async function waiting(
  loading: Loading,
  world: DemoWorld,
  plans: readonly CasePlan[],
): Promise<CasePlan | null> {
  const awaiting = plans
    .filter(({ stage, signal, hospital }) => stage === 'asked' && signal && hospital !== 'hanbit')
    .filter(({ heart }) => heart === 'paroxysmal_af' || heart === 'ventricular')
    .toSorted((a, b) => a.heart.localeCompare(b.heart));
  const { id } = callerNamed(world, assignee);
  for (const plan of awaiting) {
    const { technician_id } = await caseOf(loading.db, plan);
    if (technician_id === id) return plan;
  }
  return awaiting[0] ?? null;
}

export async function playReturned(
  loading: Loading,
  world: DemoWorld,
  plans: readonly CasePlan[],
  now: Date,
): Promise<void> {
  const { db } = loading;
  const plan = await waiting(loading, world, plans);
  if (plan === null) return;
  const { case_id, technician_id, version } = await caseOf(db, plan);
  const chief = callerNamed(world, 'demochief');
  const technician = [...world.callers.values()].find(({ id }) => id === technician_id);
  const before = (hours: number): Date => new Date(now.getTime() - hours * hourMs);
  if ((await foundIn(db, case_id)) === null) await analyseNow(loading, case_id, before(3));
  const found = await foundIn(db, case_id);
  if (found === null || technician === undefined) return;
  const places = placesIn(found, plan.seconds * plan.sampling_hz, plan.sampling_hz);
  const words = remarks[plan.language];
  const say = (caller: Caller, said: { content: string; place?: Span; reply_to?: number }, at: Date) =>
    transact(db, (tx) => addComment(tx, caller, { case_id, internal: true, mentions: [], ...said }, at));
  const pin = (of: keyof typeof places, at: Date) =>
    say(chief, { content: words.pins[of], place: { ...spanOf(places[of]) } }, at);
  const { comment_id } = await pin('run', before(2.2));
  await pin('rhythm', before(2.1));
  await pin('ends', before(2));
  await transact(db, (tx) =>
    performAction(
      tx,
      'return',
      { case_id, version, comment: words.returning },
      {
        ...{ caller: chief, request_id: `demo-${plan.hn_id}`, now: before(1.9) },
        ...{ billing_time_zone: demoBillingZone, chance: 0, password: 'right' },
        signing: unsealed(plan.language, 'foreign'),
        reading: nothingLeftOut,
      },
    ),
  );
  await say(technician, { content: words.reply, reply_to: comment_id }, before(0.8));
}

const spanOf = ({ start_sample, end_sample }: Span): Span => ({ start_sample, end_sample });
