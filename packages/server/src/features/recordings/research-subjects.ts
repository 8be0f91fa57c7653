/**
 * Gives each patient of research exports one random pseudonym and one random shift of all dates. Later exports use the
 * same ones, so that recordings of one patient stay together.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { researchSubjects } from '../../platform/db/schema/research.ts';
import { transact } from '../../platform/db/transact.ts';

export type SubjectKey = { readonly hospital_id: number; readonly patient_key: string };
export type Subject = { readonly pseudonym: string; readonly shift_ms: number };

/** Between one and ten years into the past, in whole weeks, so that the days of the week stay. */
const weeks = { least: 52, most: 520 } as const;
const weekDays = 7;
const dayMs = 86_400_000;

const newSubject = () => ({
  pseudonym: `S${randomBytes(5).toString('hex').toUpperCase()}`,
  shift_days: -weekDays * randomInt(weeks.least, weeks.most + 1),
});

export async function subjectOf(db: Db, { hospital_id, patient_key }: SubjectKey): Promise<Subject> {
  return transact(db, async (tx) => {
    const own = and(
      eq(researchSubjects.hospital_id, hospital_id),
      eq(researchSubjects.patient_key, patient_key),
    );
    const read = () => tx.select().from(researchSubjects).where(own);
    const [known] = await read();
    if (known === undefined) {
      const values = { hospital_id, patient_key, ...newSubject() };
      await tx.insert(researchSubjects).values(values).onConflictDoNothing();
    }
    const [subject] = known === undefined ? await read() : [known];
    if (subject === undefined) throw new Error('the research subject was not written');
    return { pseudonym: subject.pseudonym, shift_ms: subject.shift_days * dayMs };
  });
}
