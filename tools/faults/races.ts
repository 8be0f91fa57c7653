/**
 * Sends the same action from many users at the same moment, to one node and to two over one database.
 *
 * Invariants: of twenty users who take a case, one gets it; of twenty who create a case with one HN ID, one succeeds;
 * twenty calls with one key act once and get the same response; of two who save the same version, one succeeds;
 * histories stay intact.
 */
import { historyIsIntact } from '@rhythmdesk/server/records/cases/case-history';
import { caseComments, cases } from '@rhythmdesk/server/platform/db/schema/cases';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { api, askAgain, codeOf, type Answer } from './ask.ts';
import { invariant, type FaultProgram, type FaultReport } from './fault-program.ts';
import { withFurtherNode, withNode, type Nodes } from './nodes.ts';

const atOnce = 20;
const patient = { patient_id: '1', patient_last_name: '田中', birth_date: '1954-03-12', gender: 'female' };
const made = z.object({ case_id: z.number() });
const saved = z.object({ version: z.number() });

type Ask = (at: number) => Promise<Answer>;

const together = (count: number, one: Ask): Promise<Answer[]> =>
  Promise.all(Array.from({ length: count }, (_none, at) => one(at)));

const accepted = (answers: readonly Answer[]): Answer[] => answers.filter(({ status }) => status < 300);

function onlyNoes(answers: readonly Answer[], code: string, words: string): void {
  for (const answer of answers) {
    if (answer.status >= 300)
      invariant(codeOf(answer) === code, `${words}: ${code}, not ${JSON.stringify(answer.body)}`);
  }
}

type Race = Nodes & { readonly round: number };

/** The n-th simultaneous request goes to the n-th node. */
const addressOf = ({ nodes }: Race, at: number): string => nodes[at % nodes.length]?.address ?? '';

const nameOf = ({ nodes, round }: Race, kind: string): string =>
  `HNR${kind}${String(nodes.length)}${String(round).padStart(5, '0')}`;

function post(
  race: Race,
  at: number,
  token: string,
  path: string,
  body: unknown,
  key?: string,
): Promise<Answer> {
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  return askAgain(addressOf(race, at), api(path), token, { method: 'POST', body, headers });
}

/** Returns the case. */
async function sameHnId(race: Race): Promise<number> {
  const body = { ...patient, hn_id: nameOf(race, 'A') };
  const answers = await together(atOnce, (at) => post(race, at, race.tokens.doctor, 'case/case', body));
  invariant(
    accepted(answers).length === 1,
    `one of ${String(atOnce)} makes the case, not ${String(accepted(answers).length)}`,
  );
  onlyNoes(answers, 'case/hn-id-taken', 'the others are refused with the reason');
  return made.parse(accepted(answers)[0]?.body).case_id;
}

async function sameKey(race: Race): Promise<void> {
  const body = { ...patient, hn_id: nameOf(race, 'B') };
  const key = `race-${body.hn_id}`;
  const answers = await together(atOnce, (at) => post(race, at, race.tokens.doctor, 'case/case', body, key));
  const ids = new Set(accepted(answers).map((answer) => made.parse(answer.body).case_id));
  invariant(ids.size === 1, `one key, one case, not ${String(ids.size)}`);
  invariant((await race.database.db.$count(cases, eq(cases.hn_id, body.hn_id))) === 1, 'one key acts once');
}

async function sameComment(race: Race, case_id: number): Promise<void> {
  const path = `case/case/${String(case_id)}/comments`;
  const content = { content: 'once' };
  const key = `comment-${String(case_id)}`;
  const comments = await together(atOnce, (at) => post(race, at, race.tokens.doctor, path, content, key));
  invariant(accepted(comments).length > 0, 'a comment goes through');
  const kept = await race.database.db.$count(caseComments, eq(caseComments.case_id, case_id));
  invariant(kept === 1, `one comment by one key, not ${String(kept)}`);
}

const versionOf = async ({ database: { db } }: Race, case_id: number): Promise<number> =>
  (await db.select().from(cases).where(eq(cases.case_id, case_id)))[0]?.version ?? 0;

async function sameVersion(race: Race, case_id: number): Promise<void> {
  const version = await versionOf(race, case_id);
  const changed = await together(atOnce, (at) =>
    askAgain(addressOf(race, at), api('case/case'), race.tokens.doctor, {
      method: 'PUT',
      body: { case_id, version, patient_id: String(at) },
    }),
  );
  invariant(
    accepted(changed).length === 1,
    `one of ${String(atOnce)} saves the version, not ${String(accepted(changed).length)}`,
  );
  onlyNoes(changed, 'case/stale-version', 'the others are refused with the reason');
  invariant(saved.parse(accepted(changed)[0]?.body).version === version + 1, 'the version counts up by one');
}

async function sameCase(race: Race, case_id: number): Promise<void> {
  const requested = { status: 'request', requested_date: new Date() };
  await race.database.db.update(cases).set(requested).where(eq(cases.case_id, case_id));
  const version = await versionOf(race, case_id);
  const path = `case/case/${String(case_id)}/assign-to-me`;
  const takers = [race.tokens.technician, race.tokens.chief];
  const answers = await together(atOnce, (at) =>
    post(race, at, takers[Math.floor(at / 2) % 2] ?? '', path, { version }),
  );
  invariant(
    accepted(answers).length === 1,
    `one of ${String(atOnce)} has the case, not ${String(accepted(answers).length)}`,
  );
}

async function race(context: Nodes, rounds: number, report: FaultReport): Promise<void> {
  const { db } = context.database;
  for (let round = 0; round < rounds; round += 1) {
    const each = { ...context, round };
    const case_id = await sameHnId(each);
    await sameKey(each);
    await sameComment(each, case_id);
    await sameVersion(each, case_id);
    await sameCase(each, case_id);
    const [row] = await db.select().from(cases).where(eq(cases.case_id, case_id));
    invariant(row?.status === 'assigned' && row.version === 3, 'each act counted once');
    invariant(await historyIsIntact(db, case_id), 'the history is intact');
  }
  report(`${String(context.nodes.length)} nodes: races of ${String(atOnce)}`, rounds * 5);
}

export const races: FaultProgram = {
  name: 'races',
  says: 'of twenty simultaneous requests, on one node and on two, one succeeds and the others get an error',
  run: (size, report, count) =>
    withNode(size, async (context) => {
      const rounds = count ?? (size === 'long' ? 50 : 1);
      await race(context, rounds, report);
      await withFurtherNode(context, (both) => race(both, rounds, report));
    }),
};
