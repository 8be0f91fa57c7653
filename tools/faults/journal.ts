/**
 * Writes through the API and records what was acknowledged, so that the database can be checked after any fault.
 * Everything acknowledged exists once, complete and with an intact history; nothing refused exists; a write without a
 * response exists once or not at all, and repeating it with its key tells which.
 */
import { historyIsIntact } from '@rhythmdesk/server/records/cases/case-history';
import type { Db } from '@rhythmdesk/server/platform/db/database';
import { cases } from '@rhythmdesk/server/platform/db/schema/cases';
import { inArray } from 'drizzle-orm';
import { z } from 'zod';
import { api, ask, codeOf } from './ask.ts';
import { invariant, type FaultSize } from './fault-program.ts';

const made = z.object({ case_id: z.number() });
/** What a case needs before it may be requested. */
export const patient = {
  patient_id: '1',
  patient_last_name: '田中',
  birth_date: '1954-03-12',
  gender: 'female',
};

export type Journal = {
  readonly acknowledged: Map<string, number>;
  readonly refused: Set<string>;
  readonly unanswered: Set<string>;
  /** Error responses by code or status, with their number. */
  readonly refusals: Map<string, number>;
  slowestMs: number;
};

export const newJournal = (): Journal => ({
  acknowledged: new Map(),
  refused: new Set(),
  unanswered: new Set(),
  refusals: new Map(),
  slowestMs: 0,
});

let serial = 0;
const nextHnId = (): string => `HNF${String((serial += 1)).padStart(7, '0')}`;

/** Creates one case and returns the status. `put` sends the request, once or again. */
export async function writeOnce(
  journal: Journal,
  address: string,
  token: string,
  put: typeof ask = ask,
): Promise<number> {
  const hn_id = nextHnId();
  const headers = { 'idempotency-key': `journal-${hn_id}` };
  const body = { ...patient, hn_id };
  const answer = await put(address, api('case/case'), token, { method: 'POST', body, headers });
  journal.slowestMs = Math.max(journal.slowestMs, answer.ms);
  if (answer.status === 201) journal.acknowledged.set(hn_id, made.parse(answer.body).case_id);
  else {
    const isKnown = answer.status > 0 && answer.status < 500;
    (isKnown ? journal.refused : journal.unanswered).add(hn_id);
    const name =
      codeOf(answer) ?? (answer.status === 0 ? 'no answer' : `${String(answer.status)} without words`);
    journal.refusals.set(name, (journal.refusals.get(name) ?? 0) + 1);
  }
  return answer.status;
}

/** How many write in parallel. */
export const writersOf: Readonly<Record<FaultSize, number>> = { short: 2, long: 4 };

/** Pause of a writer that was refused, as a page waits before it tries again. */
const afterRefusalMs = 100;

/** Writes continuously, `writers` in parallel, until `isOver`. */
export async function writeUntil(
  journal: Journal,
  {
    address,
    token,
    writers,
    isOver,
  }: {
    readonly address: () => string;
    readonly token: string;
    readonly writers: number;
    readonly isOver: () => boolean;
  },
): Promise<void> {
  const one = async (): Promise<void> => {
    while (!isOver()) {
      const status = await writeOnce(journal, address(), token);
      if (status !== 201) await new Promise((resolve) => setTimeout(resolve, afterRefusalMs));
    }
  };
  await Promise.all(Array.from({ length: writers }, one));
}

async function found(db: Db, hn_ids: Iterable<string>): Promise<Map<string, number[]>> {
  const all = [...hn_ids];
  const by = new Map<string, number[]>();
  for (let at = 0; at < all.length; at += 1_000) {
    const rows = await db
      .select({ hn_id: cases.hn_id, case_id: cases.case_id })
      .from(cases)
      .where(inArray(cases.hn_id, all.slice(at, at + 1_000)));
    for (const { hn_id, case_id } of rows) by.set(hn_id, [...(by.get(hn_id) ?? []), case_id]);
  }
  return by;
}

/** Checks the database against the journal. Returns the number of writes without a response that took place. */
export async function checkJournal(journal: Journal, db: Db): Promise<number> {
  const kept = await found(db, journal.acknowledged.keys());
  for (const [hn_id, case_id] of journal.acknowledged) {
    invariant(kept.get(hn_id)?.join() === String(case_id), `the acknowledged case ${hn_id} is there, once`);
    invariant(await historyIsIntact(db, case_id), `the history of ${hn_id} is intact`);
  }
  invariant((await found(db, journal.refused)).size === 0, 'nothing that was refused took place');
  const silent = await found(db, journal.unanswered);
  for (const [hn_id, ids] of silent) invariant(ids.length === 1, `${hn_id}, sent once, is there once`);
  return silent.size;
}
