/**
 * Lets cases live from their creation to their sign-off through the API, as their users do: upload, request, edits,
 * comments, report, verification. A request without an answer is sent again with its key, as a page does. What was
 * acknowledged is recorded and compared with the database at the end.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { passwordHashes } from '@rhythmdesk/server/features/people/password-hashes';
import { historyIsIntact } from '@rhythmdesk/server/records/cases/case-history';
import type { Db } from '@rhythmdesk/server/platform/db/database';
import { users } from '@rhythmdesk/server/platform/db/schema/people';
import { openTestPage } from '@rhythmdesk/server/testing/test-reading';
import type { CaseAction } from '@rhythmdesk/domain/case/lifecycle';
import { eq, inArray, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { api } from './ask.ts';
import { invariant } from './fault-program.ts';
import { patient } from './journal.ts';
import type { Tokens } from './people.ts';
import { checkSent, sendRecording } from './sender.ts';

const password = 'Sinus2rhythm4all';
const againMs = 100;
/** Only ends a wait in vain: on a busy machine everything needs minutes to start. */
const patienceMs = 600_000;
const longestAnswerMs = 30_000;
const batches = 3;

const kinds = ['case', 'action', 'edit', 'comment', 'report', 'sign-off'] as const;
type Kind = (typeof kinds)[number];
type Acknowledged = { readonly kind: Kind; readonly case_id: number; readonly value: string };

/** Counts what was acknowledged in the database; each must be there once. */
const countOf: Readonly<Record<Kind, (one: Acknowledged) => SQL>> = {
  case: ({ case_id, value }) =>
    sql`select count(*)::int as count from cases where case_id = ${case_id} and hn_id = ${value}`,
  action: ({ case_id, value }) =>
    sql`select count(*)::int as count from case_history where case_id = ${case_id} and action = ${value}`,
  'sign-off': ({ case_id, value }) =>
    sql`select count(*)::int as count from case_history where case_id = ${case_id} and action = ${value}`,
  edit: ({ case_id, value }) =>
    sql`select count(*)::int as count from reading_edits where case_id = ${case_id} and sequence = ${Number(value)}`,
  comment: ({ case_id, value }) =>
    sql`select count(*)::int as count from case_comments where case_id = ${case_id} and content = ${value}`,
  report: ({ case_id, value }) =>
    sql`select count(*)::int as count from case_files where case_id = ${case_id} and file_id = ${Number(value)}`,
};

const counted = z.object({ count: z.number() });
const ofCase = z.object({ case_id: z.number() });
const versioned = z.object({ version: z.number() });
const withFile = z.object({ file_id: z.number() });

type Sent = {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};
type Who = 'doctor' | 'technician' | 'chief';

const words = async (answer: Response): Promise<string> =>
  `${String(answer.status)} ${(await answer.text()).slice(0, 300)}`;

/** Lets technician and chief sign with a password; returns the chief's number. */
export async function preparePeople(db: Db): Promise<number> {
  const password_hash = await passwordHashes().make(password);
  await db
    .update(users)
    .set({ password_hash })
    .where(inArray(users.user_id, ['faulttechnician', 'faultchief']));
  const [chief] = await db.select().from(users).where(eq(users.user_id, 'faultchief'));
  return chief?.id ?? 0;
}

type Where = { readonly address: () => string; readonly tokens: Tokens; readonly chief_id: number };
type Page = Awaited<ReturnType<typeof openTestPage>>;

export class Lives {
  readonly #acknowledged: Acknowledged[] = [];
  readonly #hnIds: string[] = [];
  readonly #where: Where;
  #isEnded = false;

  constructor(where: Where) {
    this.#where = where;
  }

  get count(): number {
    return this.#acknowledged.length;
  }

  /** Ends all lives at their next request, after a broken invariant. */
  end(): void {
    this.#isEnded = true;
  }

  /** Lets one case after the other live until `isOver`; the last one lives to its end. */
  async liveUntil(isOver: () => boolean): Promise<void> {
    while (!isOver()) await this.#live();
  }

  /** Compares everything that was acknowledged with the database. Returns the number of each kind. */
  async check(db: Db): Promise<Readonly<Record<Kind, number>>> {
    await checkSent(db, this.#hnIds);
    const found: Record<Kind, number> = {
      ...{ case: 0, action: 0, edit: 0, comment: 0, report: 0, 'sign-off': 0 },
    };
    for (const one of this.#acknowledged) {
      const { rows } = await db.execute(countOf[one.kind](one));
      const { count } = counted.parse(rows[0]);
      const name = `${one.kind} “${one.value}” of case ${String(one.case_id)}`;
      invariant(count === 1, `the acknowledged ${name} is there once, not ${String(count)} times`);
      found[one.kind] += 1;
      if (one.kind === 'case')
        invariant(await historyIsIntact(db, one.case_id), `the history of ${one.value} is intact`);
    }
    return found;
  }

  #keep(kind: Kind, case_id: number, value: string | number): void {
    this.#acknowledged.push({ kind, case_id, value: String(value) });
  }

  /** Sends a request until the server answers it with a success or a refusal. */
  readonly #call = async (
    path: string,
    token: string,
    { method = 'GET', body, headers = {} }: Sent = {},
  ): Promise<Response> => {
    const init: RequestInit = {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    for (const end = performance.now() + patienceMs; performance.now() < end; await sleep(againMs)) {
      if (this.#isEnded) throw new Error('the lives were ended');
      const signal = AbortSignal.timeout(longestAnswerMs);
      const answer = await fetch(`${this.#where.address()}/${api(path)}`, { ...init, signal })
        .then(async (given) => new Response(await given.arrayBuffer(), given))
        .catch(() => null);
      if (answer !== null && answer.status < 500) return answer;
    }
    throw new Error(`In vain: ${method} ${path}`);
  };

  #post(who: Who, path: string, body: unknown): Promise<Response> {
    const headers = { 'idempotency-key': randomUUID() };
    return this.#call(path, this.#where.tokens[who], { method: 'POST', body, headers });
  }

  /** Sends what changes a case with its version, again if the case was changed in between. */
  async #change(who: Who, case_id: number, path: string, more: object): Promise<unknown> {
    for (;;) {
      const place = `case/case/${String(case_id)}`;
      const found = await this.#call(place, this.#where.tokens[who]);
      if (found.status !== 200) throw new Error(`${place}: ${await words(found)}`);
      const { version } = versioned.parse(await found.json());
      const answer = await this.#post(who, `${place}/${path}`, { version, ...more });
      if (answer.ok) return answer.json();
      if (answer.status !== 409) throw new Error(`${path}: ${await words(answer)}`);
    }
  }

  async #act(who: Who, case_id: number, action: CaseAction, more: object = {}): Promise<void> {
    await this.#change(who, case_id, action, more);
    this.#keep(action === 'verify' || action === 'complete' ? 'sign-off' : 'action', case_id, action);
  }

  async #comment(who: Who, case_id: number): Promise<void> {
    const content = `comment ${randomUUID()}`;
    const answer = await this.#post(who, `case/case/${String(case_id)}/comments`, { content });
    if (!answer.ok) throw new Error(`comment: ${await words(answer)}`);
    this.#keep('comment', case_id, content);
  }

  async #create(): Promise<{ readonly case_id: number; readonly hn_id: string }> {
    const hn_id = `HNL${String(this.#hnIds.length + 1).padStart(7, '0')}`;
    this.#hnIds.push(hn_id);
    const answer = await this.#post('doctor', 'case/case', { ...patient, hn_id });
    if (!answer.ok) throw new Error(`case: ${await words(answer)}`);
    const { case_id } = ofCase.parse(await answer.json());
    this.#keep('case', case_id, hn_id);
    return { case_id, hn_id };
  }

  async #analysed(case_id: number): Promise<void> {
    const path = `recording/${String(case_id)}/beats`;
    for (const end = performance.now() + patienceMs; performance.now() < end; await sleep(againMs)) {
      if ((await this.#call(path, this.#where.tokens.technician)).ok) return;
    }
    throw new Error(`In vain: the analysis of case ${String(case_id)}`);
  }

  /** Sends some edits, and takes the edit lock again if a start took longer than it lasts. */
  async #edit(case_id: number): Promise<void> {
    const page: Page = await openTestPage(this.#call, this.#where.tokens.technician, case_id);
    const reading = page.opened();
    for (let number = 0; number < batches; number += 1) {
      const samples = [page.base.beats.samples[3 + number] ?? 0];
      const beats = { by: 'list', samples } as const;
      const batch = page.batch(reading, [{ kind: 'relabel_beats', beats, label: 'V' }]);
      await page.editLock('take');
      const { status, body } = await page.send(batch);
      if (status !== 200) throw new Error(`edits: ${String(status)} ${JSON.stringify(body)}`);
      this.#keep('edit', case_id, batch.after + 1);
    }
  }

  async #live(): Promise<void> {
    const { case_id, hn_id } = await this.#create();
    await sendRecording(this.#where.address, this.#where.tokens.doctor, hn_id);
    await this.#analysed(case_id);
    await this.#act('doctor', case_id, 'request');
    await this.#act('technician', case_id, 'assign-to-me');
    await this.#act('technician', case_id, 'start');
    await this.#edit(case_id);
    await this.#comment('technician', case_id);
    const made = await this.#change('technician', case_id, 'make-report', {
      ...{ language: 'en', keep_stale: true, keep_unprintable: true },
    });
    this.#keep('report', case_id, withFile.parse(made).file_id);
    await this.#act('technician', case_id, 'review-request');
    const { chief_id: confirmer_id } = this.#where;
    await this.#act('technician', case_id, 'request-verification', { confirmer_id });
    const signed = { password, open_words: 'seen' };
    await this.#act('chief', case_id, 'verify', { ...signed, left_out_words: 'seen' });
    await this.#act('technician', case_id, 'complete', signed);
    await this.#comment('doctor', case_id);
  }
}
