/**
 * Keeps the list of erasures outside of the database, one JSON line each. A database that was restored from a backup
 * contains erased patients again; the server compares the list with it when it starts, and erases them again.
 *
 * Invariant: the line is on the disk before the first case is erased.
 */
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import type { Db, Tx } from '../../platform/db/database.ts';
import { cases } from '../../platform/db/schema/cases.ts';
import { patientErasures } from '../../platform/db/schema/erasures.ts';
import { transact } from '../../platform/db/transact.ts';
import { isMissing, makeFolder } from '../../platform/files/disk-place.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';

const listedShape = z.object({
  pseudonym: z.string(),
  hospital_id: z.number().int(),
  case_ids: z.array(z.number().int()).min(1),
  reason: z.string(),
  counts: z.record(z.string(), z.number()),
  requested_by: z.number().int(),
  requested_at: z.iso.datetime(),
});
type Listed = z.output<typeof listedShape>;

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the lines. A line that was cut by a power failure is left out, since its erasure had not begun: it is the last
 * one, or the next one follows it without the empty line between two whole ones.
 */
async function readList(file: string): Promise<Listed[]> {
  const text = await readFile(file, 'utf8').catch((fault: unknown) => {
    if (isMissing(fault)) return '';
    throw fault;
  });
  const lines = text.split('\n').slice(0, -1);
  const isCut = (line: string, at: number): boolean => (lines[at + 1] ?? '') !== '' && !isJson(line);
  const whole = lines.filter((line, at) => line !== '' && !isCut(line, at));
  return whole.map((line) => listedShape.parse(JSON.parse(line)));
}

export async function addToList(file: string, erasure: typeof patientErasures.$inferSelect): Promise<void> {
  const listed = await readList(file);
  if (listed.some(({ pseudonym }) => pseudonym === erasure.pseudonym)) return;
  await makeFolder(path.dirname(file));
  const { pseudonym, hospital_id, case_ids, reason, counts, requested_by } = erasure;
  const line = { pseudonym, hospital_id, case_ids, reason, counts, requested_by };
  const handle = await open(file, 'a', 0o600);
  try {
    // The empty line ends one that was cut.
    await handle.write(
      `\n${JSON.stringify({ ...line, requested_at: erasure.requested_at.toISOString() })}\n`,
    );
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Returns the cases of a line that this database has and whose patient is not erased in it. */
async function present(tx: Tx, case_ids: readonly number[], hospital_id: number): Promise<number[]> {
  const rows = await tx
    .select({ case_id: cases.case_id, hospital_id: cases.hospital_id, erased_at: cases.erased_at })
    .from(cases)
    .where(inArray(cases.case_id, [...case_ids]));
  return rows
    .filter((row) => row.erased_at === null && row.hospital_id === hospital_id)
    .map(({ case_id }) => case_id);
}

/** Requests again what the database does not know. */
async function requestAgain(tx: Tx, { requested_at, ...listed }: Listed): Promise<boolean> {
  const [known] = await tx
    .select({ erasure_id: patientErasures.erasure_id })
    .from(patientErasures)
    .where(eq(patientErasures.pseudonym, listed.pseudonym));
  if (known !== undefined) return false;
  const case_ids = await present(tx, listed.case_ids, listed.hospital_id);
  if (case_ids.length === 0) return false;
  const [made] = await tx
    .insert(patientErasures)
    .values({ ...listed, case_ids, requested_at: new Date(requested_at) })
    .onConflictDoNothing()
    .returning({ erasure_id: patientErasures.erasure_id });
  if (made === undefined) return false;
  await enqueue(tx, 'erase-patient', { erasure_id: made.erasure_id });
  return true;
}

/** Erases again what a restored backup brought back. Returns how many erasures were requested. */
export async function applyList(db: Db, file: string): Promise<number> {
  let requested = 0;
  for (const listed of await readList(file)) {
    if (await transact(db, (tx) => requestAgain(tx, listed))) requested += 1;
  }
  return requested;
}
