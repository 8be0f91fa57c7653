/**
 * Makes the n-th statement of an action, and of the check of an upload, break its connection: n = 1, 2, 3 … until none
 * does, each once before it is sent and once after it ran and before its result was received.
 *
 * Invariants: afterwards the state is the earlier one or the later one, never between (status, version, history,
 * notices, jobs, recording, files); the response is a success or an error with a message; a retry succeeds, once.
 */
import { checkUpload } from '@rhythmdesk/server/features/uploads/check-upload';
import { recordingZip } from '@rhythmdesk/server/features/uploads/recording-zip';
import { synthRecording } from '@rhythmdesk/server/features/uploads/test-zip';
import { openUploads } from '@rhythmdesk/server/app/open-uploads';
import { startWebPart } from '@rhythmdesk/server/testing/test-web-part';
import { tenantsOf } from '@rhythmdesk/server/testing/test-two-centers';
import { openPool } from '@rhythmdesk/server/platform/db/database';
import { everything, inScope } from '@rhythmdesk/server/platform/db/row-scope';
import type { CaseAction } from '@rhythmdesk/domain/case/lifecycle';
import type { CaseStatus } from '@rhythmdesk/domain/case/status';
import { z } from 'zod';
import { breakingPool, type BreakingPool, type When } from './breaking-pool.ts';
import { invariant, type FaultProgram, type FaultReport, type FaultSize } from './fault-program.ts';
import { sendWhole } from './tus-client.ts';
import { withDatabase, type ThrowawayDatabase } from './throwaway-database.ts';

const whens: readonly When[] = ['unsent', 'unheard'];
const mostStatements = 300;

/** The statements that are broken. In the short form, every other one is broken in the other way. */
type Choice = { readonly step: number; readonly first: Readonly<Record<When, number>> };
const choices: Readonly<Record<FaultSize, Choice>> = {
  short: { step: 24, first: { unsent: 1, unheard: 13 } },
  long: { step: 1, first: { unsent: 1, unheard: 1 } },
};

type World = Awaited<ReturnType<typeof tenantsOf>>;
type FaultContext = {
  readonly world: World;
  readonly breaking: BreakingPool;
  readonly database: ThrowawayDatabase;
};

const row = z.object({ standing: z.string() });

/** Returns everything that an action changes as one text, without numbers that differ between cases. */
async function stateTextOf({ pool }: ThrowawayDatabase, hn_id: string): Promise<string> {
  const found = await pool.query(
    `select coalesce((select concat_ws(' ', c.status, c.version,
        (select count(*) from case_history h where h.case_id = c.case_id),
        (select count(*) from notifications n where n.patch_id = c.case_id),
        (select count(*) from recordings r where r.case_id = c.case_id),
        (select count(*) from case_files f where f.case_id = c.case_id),
        (select count(*) from analyses_waiting w where w.case_id = c.case_id))
      from cases c where c.hn_id = $1), 'no case')
      || ' upload ' || coalesce((select u.state from uploads u where u.hn_id = $1), '-') as standing`,
    [hn_id],
  );
  return row.parse(found.rows[0]).standing;
}

async function hnIdOf({ pool }: ThrowawayDatabase, case_id: number): Promise<string> {
  const found = await pool.query('select hn_id from cases where case_id = $1', [case_id]);
  return z.object({ hn_id: z.string() }).parse(found.rows[0]).hn_id;
}

type Act = { readonly action: CaseAction; readonly from: CaseStatus; readonly who: string };

const acts: readonly Act[] = [
  { action: 'request', from: 'ready', who: 'doctor' },
  { action: 'assign-to-me', from: 'request', who: 'technician' },
  { action: 'start', from: 'assigned', who: 'technician' },
  { action: 'complete', from: 'review', who: 'technician' },
  { action: 'request-editing', from: 'complete', who: 'doctor' },
];

/** Runs an action once without a fault, then with every statement broken. Returns the number of statements. */
async function breakAct(
  { world, breaking, database }: FaultContext,
  { action, from, who }: Act,
  choice: Choice,
): Promise<number> {
  const begin = async () => {
    const case_id = await world.caseIn(from);
    return { case_id, hn_id: await hnIdOf(database, case_id), version: await world.version(case_id) };
  };
  const whole = await begin();
  const before = await stateTextOf(database, whole.hn_id);
  invariant(
    (await world.act(whole.case_id, action, world.person(who))).status === 200,
    `${action} goes through`,
  );
  const after = await stateTextOf(database, whole.hn_id);
  invariant(before !== after, `${action} changes something`);
  let statements = 0;
  for (const when of whens) {
    for (let at = choice.first[when]; at < mostStatements; at += choice.step) {
      const { case_id, hn_id, version } = await begin();
      breaking.arm(at, when);
      const answer = await world.act(case_id, action, world.person(who), version);
      const struck = breaking.disarm();
      const words = await answer.text();
      const now = await stateTextOf(database, hn_id);
      const place = `${action}, statement ${String(at)} ${when}`;
      invariant(now === before || now === after, `${place}: “${now}” is neither “${before}” nor “${after}”`);
      if (!struck) {
        invariant(answer.status === 200 && now === after, `${place}: unbroken it goes through`);
        break;
      }
      invariant(
        answer.status === 200 || words.includes('server/unavailable'),
        `${place}: a no in words, not ${words}`,
      );
      if (answer.status === 200) invariant(now === after, `${place}: a yes is true`);
      if (now === before) {
        const again = await world.act(case_id, action, world.person(who));
        invariant(
          again.status === 200 && (await stateTextOf(database, hn_id)) === after,
          `${place}: again it goes through`,
        );
      }
      statements = Math.max(statements, at);
    }
  }
  return statements;
}

let nextHn = 500_000;

async function breakUpload(context: FaultContext, choice: Choice): Promise<number> {
  const { world, breaking, database } = context;
  const uploads = await openUploads(world.serving);
  const once = { signal: new AbortController().signal, is_last_attempt: false };
  const check = (upload_id: string) => inScope(everything, () => checkUpload(uploads, upload_id, once));
  const received = async () => {
    const hn_id = `HN${String((nextHn += 1))}`;
    const zip = await recordingZip(synthRecording({ hn_id, seconds: 20 }));
    return { hn_id, id: await sendWhole(world.address, world.person('doctor').token, hn_id, zip) };
  };
  const whole = await received();
  const before = await stateTextOf(database, whole.hn_id);
  await check(whole.id);
  const after = await stateTextOf(database, whole.hn_id);
  invariant(
    before === 'no case upload checking' && after.endsWith('upload done'),
    'an upload becomes a case',
  );
  let statements = 0;
  for (const when of whens) {
    for (let at = choice.first[when]; at < mostStatements; at += choice.step) {
      const { hn_id, id } = await received();
      breaking.arm(at, when);
      const fault = await check(id).then(
        () => null,
        (caught: unknown) => caught,
      );
      const struck = breaking.disarm();
      const now = await stateTextOf(database, hn_id);
      const place = `upload, statement ${String(at)} ${when}`;
      invariant(now === before || now === after, `${place}: “${now}” is neither “${before}” nor “${after}”`);
      if (!struck) {
        invariant(fault === null && now === after, `${place}: unbroken it goes through`);
        break;
      }
      await check(id);
      invariant((await stateTextOf(database, hn_id)) === after, `${place}: run again it is done, once`);
      statements = Math.max(statements, at);
    }
  }
  return statements;
}

async function run(size: FaultSize, report: FaultReport): Promise<void> {
  await withDatabase(async (database) => {
    const breaking = breakingPool(openPool(database.app, () => undefined, { connections: 10 }));
    const web = await startWebPart({ ...database, serving: breaking.pool });
    try {
      const context = { world: await tenantsOf(web), breaking, database };
      const choice = choices[size];
      report('every so many statements', choice.step);
      for (const act of size === 'long' ? acts : acts.slice(0, 1))
        report(`${act.action}: statements, broken before and after`, await breakAct(context, act, choice));
      report('check of an upload: statements, broken before and after', await breakUpload(context, choice));
    } finally {
      await web.close();
    }
  });
}

export const statementFaults: FaultProgram = {
  name: 'statement-faults',
  says: 'whichever statement of an action fails, the state is the one before or the one after',
  run,
};
