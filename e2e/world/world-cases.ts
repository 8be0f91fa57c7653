/**
 * Makes cases of one journey, with a prepared recording and its analysis, and brings them to a stage by the actions of
 * its people.
 */
import type { CaseAction } from '@rhythmdesk/domain/case/lifecycle';
import { adoptReport } from '@rhythmdesk/server/features/cases/case-files';
import { createCase } from '@rhythmdesk/server/features/cases/edit-case';
import { performAction } from '@rhythmdesk/server/features/cases/perform-action';
import { nothingLeftOut } from '@rhythmdesk/server/features/cases/left-out';
import { unsealed } from '@rhythmdesk/server/features/cases/sign-report';
import type { Db, Tx } from '@rhythmdesk/server/platform/db/database';
import { analyses } from '@rhythmdesk/server/platform/db/schema/analysis';
import { caseFiles, cases } from '@rhythmdesk/server/platform/db/schema/cases';
import { recordings } from '@rhythmdesk/server/platform/db/schema/recordings';
import { transact } from '@rhythmdesk/server/platform/db/transact';
import { eq } from 'drizzle-orm';
import { preparedHnId, type PreparedRecording } from './prepared-recordings.ts';
import { callerOf, type Group, type Person } from './world-people.ts';

type Actor = 'doctor' | 'technician' | 'chief';
type Step = readonly [action: CaseAction | 'adopt-report', by: Actor];
const toStarted: readonly Step[] = [
  ['request', 'doctor'],
  ['assign-to-me', 'technician'],
  ['start', 'technician'],
];
const toReviewed: readonly Step[] = [
  ...toStarted,
  ['adopt-report', 'technician'],
  ['review-request', 'technician'],
];
const toSubmitted: readonly Step[] = [...toReviewed, ['request-verification', 'technician']];
const toCompleted: readonly Step[] = [...toSubmitted, ['verify', 'chief'], ['complete', 'technician']];
const stepsTo = {
  ready: [],
  requested: toStarted.slice(0, 1),
  assigned: toStarted.slice(0, 2),
  started: toStarted,
  /** Started, with the device report adopted. */
  reported: toReviewed.slice(0, 4),
  reviewed: toReviewed,
  /** Waiting for the chief's verification. */
  submitted: toSubmitted,
  verified: toCompleted.slice(0, 7),
  completed: toCompleted,
  correcting: [...toCompleted, ['request-editing', 'doctor']],
} as const satisfies Record<string, readonly Step[]>;
type Stage = keyof typeof stepsTo;

export type CaseTeam = Readonly<Record<Actor, Person>> & { readonly hospital: Group };

export type CaseWish = {
  readonly stage?: Stage;
  readonly recording?: PreparedRecording;
  readonly team?: Partial<CaseTeam>;
  readonly priority?: 'normal' | 'urgent';
  /** Time of its last step; by default one minute ago. */
  readonly ended?: Date;
  /** Once completed, the case waits for a second reading, if its center uses them. */
  readonly drawn?: boolean;
  readonly patient?: { readonly patient_id?: string; readonly patient_last_name?: string };
};

export type MadeCase = { readonly case_id: number; readonly hn_id: string; readonly start_ms: number };

const patient = {
  patient_id: 'P-100423',
  patient_last_name: '早川',
  patient_first_name: 'しずか',
  birth_date: '1957-04-23',
  gender: 'female',
} as const;

/** Copies the rows of the prepared recording to the case, and its start. */
async function copyRecording(tx: Tx, name: PreparedRecording, case_id: number): Promise<number> {
  const [prepared] = await tx
    .select()
    .from(cases)
    .where(eq(cases.hn_id, preparedHnId(name)));
  if (prepared === undefined) throw new Error(`the template has no recording ${name}`);
  const { recording_start, recording_seconds, af_share, ve_count, pause_count } = prepared;
  const [recording] = await tx.select().from(recordings).where(eq(recordings.case_id, prepared.case_id));
  if (recording === undefined) throw new Error(`the template has no recording ${name}`);
  const { recording_id: _recording, ...columns } = recording;
  await tx.insert(recordings).values({ ...columns, case_id });
  const files = await tx.select().from(caseFiles).where(eq(caseFiles.case_id, prepared.case_id));
  await tx.insert(caseFiles).values(files.map(({ file_id: _file, ...file }) => ({ ...file, case_id })));
  const made = await tx.select().from(analyses).where(eq(analyses.case_id, prepared.case_id));
  await tx.insert(analyses).values(made.map(({ analysis_id: _analysis, ...row }) => ({ ...row, case_id })));
  await tx
    .update(cases)
    .set({ recording_start, recording_seconds, af_share, ve_count, pause_count })
    .where(eq(cases.case_id, case_id));
  return recording.start_ms;
}

/** Each step is one minute after the step before. */
const stepMs = 60_000;

export async function makeCase(db: Db, hn_id: string, team: CaseTeam, wish: CaseWish): Promise<MadeCase> {
  const { stage = 'requested', recording = 'ventricular', priority = 'normal' } = wish;
  const steps: readonly Step[] = stepsTo[stage];
  const callers = {
    doctor: await callerOf(db, team.doctor),
    technician: await callerOf(db, team.technician),
    chief: await callerOf(db, team.chief),
  };
  const lastMs = wish.ended?.getTime() ?? Date.now() - stepMs;
  const firstMs = lastMs - steps.length * stepMs;
  const contextOf = (by: Actor, at: number) => ({
    ...{ caller: callers[by], request_id: `journey-${hn_id}`, now: new Date(firstMs + at * stepMs) },
  });
  const actions = {
    billing_time_zone: 'Asia/Seoul',
    chance: wish.drawn === true ? 0 : 0.999_999,
    password: 'right',
    signing: unsealed('en', 'foreign'),
    reading: nothingLeftOut,
  } as const;
  return transact(db, async (tx) => {
    const wished = { ...patient, ...wish.patient, priority };
    const created = await createCase(
      tx,
      { hn_id, hospital_id: team.hospital.id, ...wished },
      contextOf('doctor', 0),
    );
    const { case_id } = created;
    const start_ms = await copyRecording(tx, recording, case_id);
    let { version } = created;
    for (const [index, [action, by]] of steps.entries()) {
      const context = contextOf(by, index + 1);
      const named = action === 'request-verification' ? { confirmer_id: team.chief.id } : {};
      const comment = action === 'request-editing' ? { comment: 'The patient ID was wrong.' } : {};
      const input = { case_id, version, ...named, ...comment };
      ({ version } =
        action === 'adopt-report'
          ? await adoptReport(tx, input, context)
          : await performAction(tx, action, input, { ...context, ...actions }));
    }
    return { case_id, hn_id, start_ms };
  });
}
