/**
 * Many who do the same thing at the same moment, on one node and on two over one database.
 *
 * Laws: of twenty who take a case one has it; of twenty who make a case of one HN ID one makes it; twenty calls with one key
 * act once and get one answer; of two who save the same version one does; histories stay whole.
 */
import { historyIsIntact } from '@rhythmdesk/server/records/cases/case-history';
import { caseComments, cases } from '@rhythmdesk/server/platform/db/schema/cases';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { api, ask, codeOf, type Answer } from './ask.ts';
import { law, type FaultProgram, type FaultReport } from './fault-program.ts';
import { withNodes, type Nodes } from './nodes.ts';

const atOnce = 20;
const patient = { patient_id: '1', patient_last_name: '田中', birth_date: '1954-03-12', gender: 'female' };
const made = z.object({ case_id: z.number() });
const saved = z.object({ version: z.number() });

type Ask = (at: number) => Promise<Answer>;

const together = (count: number, one: Ask): Promise<Answer[]> =>
  Promise.all(Array.from({ length: count }, (_none, at) => one(at)));

const yes = (answers: readonly Answer[]): Answer[] => answers.filter(({ status }) => status < 300);

function onlyNoes(answers: readonly Answer[], code: string, words: string): void {
  for (const answer of answers) {
    if (answer.status >= 300)
      law(codeOf(answer) === code, `${words}: ${code}, not ${JSON.stringify(answer.body)}`);
  }
}

function racesOn({ nodes, tokens, database: { db } }: Nodes, round: number) {
  const post = (at: number, token: string, path: string, body: unknown, key?: string): Promise<Answer> =>
    ask(nodes[at % nodes.length]?.address ?? '', api(path), token, {
      method: 'POST',
      body,
      headers: key === undefined ? {} : { 'idempotency-key': key },
    });
  const name = (kind: string): string => `HNR${kind}${String(nodes.length)}${String(round).padStart(5, '0')}`;

  /** Gives the case. */
  const sameHnId = async (): Promise<number> => {
    const body = { ...patient, hn_id: name('A') };
    const answers = await together(atOnce, (at) => post(at, tokens.doctor, 'case/case', body));
    law(
      yes(answers).length === 1,
      `one of ${String(atOnce)} makes the case, not ${String(yes(answers).length)}`,
    );
    onlyNoes(answers, 'case/hn-id-taken', 'the others are told');
    return made.parse(yes(answers)[0]?.body).case_id;
  };
  const sameKey = async (): Promise<void> => {
    const body = { ...patient, hn_id: name('B') };
    const answers = await together(atOnce, (at) =>
      post(at, tokens.doctor, 'case/case', body, `race-${body.hn_id}`),
    );
    const ids = new Set(yes(answers).map((answer) => made.parse(answer.body).case_id));
    law(ids.size === 1, `one key, one case, not ${String(ids.size)}`);
    law((await db.$count(cases, eq(cases.hn_id, body.hn_id))) === 1, 'one key acts once');
  };
  const sameCase = async (case_id: number): Promise<void> => {
    const [row] = await db.select().from(cases).where(eq(cases.case_id, case_id));
    const path = `case/case/${String(case_id)}/comments`;
    const key = `comment-${String(case_id)}-${String(round)}`;
    const comments = await together(atOnce, (at) => post(at, tokens.doctor, path, { content: 'once' }, key));
    law(yes(comments).length > 0, 'a comment goes through');
    law((await db.$count(caseComments, eq(caseComments.case_id, case_id))) === 1, 'one comment by one key');
    const version = row?.version ?? 0;
    const change = (at: number): Promise<Answer> =>
      ask(nodes[at % nodes.length]?.address ?? '', api('case/case'), tokens.doctor, {
        method: 'PUT',
        body: { case_id, version, patient_id: String(at) },
      });
    const changed = await together(atOnce, change);
    law(
      yes(changed).length === 1,
      `one of ${String(atOnce)} saves the version, not ${String(yes(changed).length)}`,
    );
    onlyNoes(changed, 'case/stale-version', 'the others are told');
    law(saved.parse(yes(changed)[0]?.body).version === version + 1, 'the version counts up by one');
  };
  const takeIt = async (case_id: number): Promise<void> => {
    await db
      .update(cases)
      .set({ status: 'request', requested_date: new Date() })
      .where(eq(cases.case_id, case_id));
    const [row] = await db.select().from(cases).where(eq(cases.case_id, case_id));
    const path = `case/case/${String(case_id)}/assign-to-me`;
    const takers = [tokens.technician, tokens.chief];
    const answers = await together(atOnce, (at) =>
      post(at, takers[Math.floor(at / 2) % 2] ?? '', path, { version: row?.version ?? 0 }),
    );
    law(
      yes(answers).length === 1,
      `one of ${String(atOnce)} has the case, not ${String(yes(answers).length)}`,
    );
  };
  return { sameHnId, sameKey, sameCase, takeIt };
}

async function race(ground: Nodes, rounds: number, report: FaultReport): Promise<void> {
  const { db } = ground.database;
  for (let round = 0; round < rounds; round += 1) {
    const races = racesOn(ground, round);
    const case_id = await races.sameHnId();
    await races.sameKey();
    await races.sameCase(case_id);
    await races.takeIt(case_id);
    const [row] = await db.select().from(cases).where(eq(cases.case_id, case_id));
    law(row?.status === 'assigned' && row.version === 3, 'each act counted once');
    law(await historyIsIntact(db, case_id), 'the history is whole');
  }
  report(`${String(ground.nodes.length)} nodes: races of ${String(atOnce)}`, rounds * 5);
}

export const races: FaultProgram = {
  name: 'races',
  says: 'of twenty who do one thing at once, on one node and on two, one does it and the others are told',
  run: (size, report, count) =>
    withNodes({ count: 2 }, async (ground) => {
      const rounds = count ?? (size === 'long' ? 50 : 1);
      const alone = { ...ground, nodes: ground.nodes.slice(0, 1) };
      await race(alone, rounds, report);
      await race(ground, rounds, report);
    }),
};
