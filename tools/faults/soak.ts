/**
 * Does ordinary work without pause: cases are created, listed, read, commented and changed, recordings sent and
 * analysed, tiles viewed, event streams opened and closed.
 *
 * Invariants: nothing acknowledged is lost; every error has a code and a message; at the end, open files and
 * connections, and in the long form memory, are at the level after the start.
 */
import { randomUUID } from 'node:crypto';
import { caseComments } from '@rhythmdesk/server/platform/db/schema/cases';
import { inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { api, askAgain, codeOf, type Answer } from './ask.ts';
import { invariant, type FaultProgram, type FaultReport } from './fault-program.ts';
import { newJournal, checkJournal, writeOnce, type Journal } from './journal.ts';
import { withNode, type Nodes } from './nodes.ts';
import { openFilesOf, residentOf } from './resident.ts';
import { checkSent, sendRecording } from './sender.ts';

const mb = 1024 ** 2;
const slackBytes = 160 * mb;
const slackFiles = 60;
const lanes = 3;
const uploadEach = 40;
/** With so many comments, a run of few turns also sees a tenth of them lost. */
const leastComments = 40;

type Level = { readonly resident: number; readonly files: number; readonly connections: number };

async function levelOf({ nodes: [node], database: { db } }: Nodes): Promise<Level> {
  const found = await db.execute(
    sql`select count(*)::int as n from pg_stat_activity where datname = current_database()`,
  );
  const pid = node?.pid ?? 0;
  const connections = z.object({ n: z.number() }).parse(found.rows[0]).n;
  return { resident: await residentOf(pid), files: await openFilesOf(pid), connections };
}

const words = ({ resident, files, connections }: Level): string =>
  `${(resident / mb).toFixed(0)} MB, ${String(files)} files, ${String(connections)} connections`;

class Work {
  readonly journal: Journal = newJournal();
  readonly sent: string[] = [];
  /** The acknowledged comments of each case. */
  readonly comments = new Map<number, string[]>();
  requests = 0;
  readonly #context: Nodes;

  constructor(context: Nodes) {
    this.#context = context;
  }

  get #address(): string {
    return this.#context.nodes[0]?.address ?? '';
  }

  async #read(path: string, token: string): Promise<Answer> {
    const answer = await askAgain(this.#address, api(path), token);
    invariant(
      answer.status < 400 || codeOf(answer) !== null,
      `${path}: a no in words, not ${String(answer.status)}`,
    );
    invariant(
      answer.status > 0 && answer.status < 500,
      `${path}: ${JSON.stringify(answer.body).slice(0, 300)}`,
    );
    this.requests += 1;
    return answer;
  }

  async #listen(token: string): Promise<void> {
    const gone = new AbortController();
    const answer = await fetch(`${this.#address}/${api('notification/stream')}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: gone.signal,
    });
    invariant(answer.status === 200, `an event stream opens: ${String(answer.status)}`);
    gone.abort();
    await answer.body?.cancel().catch(() => undefined);
  }

  async #comment(case_id: number, content: string): Promise<void> {
    const comment = await askAgain(
      this.#address,
      api(`case/case/${String(case_id)}/comments`),
      this.#context.tokens.doctor,
      { method: 'POST', body: { content }, headers: { 'idempotency-key': randomUUID() } },
    );
    invariant(comment.status === 201, `a comment is stored: ${JSON.stringify(comment.body)}`);
    this.comments.set(case_id, [...(this.comments.get(case_id) ?? []), content]);
  }

  /** Adds comments to the first case until there are `leastComments`. */
  async commentEnough(): Promise<void> {
    const [case_id] = this.comments.keys();
    invariant(case_id !== undefined, 'a case has comments');
    const length = Math.max(0, leastComments - this.commentCount);
    await Promise.all(
      Array.from({ length }, (_none, at) => this.#comment(case_id, `further comment ${String(at)}`)),
    );
  }

  get commentCount(): number {
    return [...this.comments.values()].flat().length;
  }

  /** Checks that every acknowledged comment is stored once. */
  async checkComments(): Promise<void> {
    const rows = await this.#context.database.db
      .select({ case_id: caseComments.case_id, content: caseComments.content })
      .from(caseComments)
      .where(inArray(caseComments.case_id, [...this.comments.keys()]));
    for (const [case_id, contents] of this.comments) {
      const stored = rows.filter((row) => row.case_id === case_id).map(({ content }) => content);
      invariant(
        stored.toSorted().join() === contents.toSorted().join(),
        `the ${String(contents.length)} acknowledged comments of case ${String(case_id)} are stored, not ${String(stored.length)}`,
      );
    }
  }

  /** Does one round of everyone's work. */
  async turn(serial: number): Promise<void> {
    const { tokens } = this.#context;
    invariant(
      (await writeOnce(this.journal, this.#address, tokens.doctor, askAgain)) === 201,
      'a case is made',
    );
    const case_id = [...this.journal.acknowledged.values()].at(-1) ?? 0;
    const path = `case/case/${String(case_id)}`;
    await this.#comment(case_id, `turn ${String(serial)}`);
    for (const [read, token] of [
      ['case/cases?from_time=2020-01-01&to_time=2020-12-31', tokens.technician],
      ['case/views', tokens.chief],
      [path, tokens.doctor],
      [`${path}/history`, tokens.chief],
      ['case/case/999999', tokens.doctor],
      [`recording/${String(case_id)}/tile/0/0/0`, tokens.doctor],
      ['notification/notifications', tokens.doctor],
    ] as const)
      await this.#read(read, token);
    await this.#listen(tokens.technician);
    if (serial % uploadEach !== 1) return;
    const hn_id = `HN5${String(serial).padStart(5, '0')}`;
    this.sent.push(hn_id);
    await sendRecording(() => this.#address, tokens.doctor, hn_id);
  }
}

async function soakFor(context: Nodes, seconds: number, report: FaultReport): Promise<void> {
  const work = new Work(context);
  // The analysis thread is kept for the next recording, so its memory is allocated before the first measurement.
  let serial = 1;
  await work.turn(serial);
  await checkSent(context.database.db, work.sent);
  const started = performance.now();
  const share = (): number => (performance.now() - started) / 1000 / seconds;
  const warm: Level[] = [];
  const lane = async (): Promise<void> => {
    while (share() < 1) {
      await work.turn((serial += 1));
      if (warm.length === 0 && share() > 0.3) warm.push(await levelOf(context));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  const before = warm[0] ?? (await levelOf(context));
  const end = await levelOf(context);
  await work.commentEnough();
  await work.checkComments();
  await checkSent(context.database.db, work.sent);
  await checkJournal(work.journal, context.database.db);
  report('seconds', seconds);
  report('turns; requests to read', `${String(serial)}; ${String(work.requests)}`);
  report('recordings received, each one case, analysed once', work.sent.length);
  report('acknowledged writes, none lost', work.journal.acknowledged.size);
  report('acknowledged comments, none lost', work.commentCount);
  report('slowest write, ms', work.journal.slowestMs.toFixed(0));
  report('after a third, at the end', `${words(before)}; ${words(end)}`);
  // A short run ends before all threads and caches have reached their size.
  if (seconds >= 60) invariant(end.resident < before.resident + slackBytes, 'memory is what it was');
  invariant(end.files < before.files + slackFiles, 'open files are what they were');
  invariant(end.connections <= before.connections + 10, 'connections are what they were');
}

export const soak: FaultProgram = {
  name: 'soak',
  says: 'ordinary work without pause keeps memory, files and connections stable, and loses nothing',
  run: (size, report, count) =>
    withNode(size, (context) => soakFor(context, count ?? (size === 'long' ? 600 : 2), report)),
};
