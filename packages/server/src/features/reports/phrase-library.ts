/**
 * Reads and changes the phrases of a center, version by version. A center without its own phrases has the starter
 * phrases.
 */
import { phraseList, type PhraseLibrary, type phraseRoutes } from '@rhythmdesk/contract/report-phrases';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import { isGroupType } from '@rhythmdesk/domain/people/roles';
import { phraseFault, type Phrase } from '@rhythmdesk/domain/report/phrases';
import { starterPhrases } from '@rhythmdesk/domain/report/starter-phrases';
import { desc, eq } from 'drizzle-orm';
import { noteAudit } from '../../platform/audit/audited-call.ts';
import type { Db, Queryable, Tx } from '../../platform/db/database.ts';
import { reportPhrases } from '../../platform/db/schema/report-phrases.ts';
import { userGroups, users } from '../../platform/db/schema/people.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';

function ownCenter({ actor }: Caller): number {
  if (actor.tech_center_id === null) throw new Refusal('object/not-found');
  return actor.tech_center_id;
}

async function newestOf(db: Queryable, center_id: number) {
  const [newest] = await db
    .select({ row: reportPhrases, user: users.name })
    .from(reportPhrases)
    .innerJoin(users, eq(users.id, reportPhrases.created_by))
    .where(eq(reportPhrases.center_id, center_id))
    .orderBy(desc(reportPhrases.version))
    .limit(1);
  return newest ?? null;
}

/** Returns the current phrases; the starter phrases for a case without a center. */
export async function phrasesOf(db: Queryable, center_id: number | null): Promise<readonly Phrase[]> {
  const newest = center_id === null ? null : await newestOf(db, center_id);
  return newest === null ? starterPhrases : phraseList.parse(newest.row.phrases);
}

/** Returns the phrases of a center and the starter phrases: a conclusion may contain either. */
export const knownPhrases = (library: readonly Phrase[]): readonly Phrase[] =>
  library === starterPhrases ? library : [...library, ...starterPhrases];

export async function readLibrary(db: Db, caller: Caller): Promise<PhraseLibrary> {
  const center_id = ownCenter(caller);
  const [[center], newest] = await Promise.all([
    db.select().from(userGroups).where(eq(userGroups.id, center_id)),
    newestOf(db, center_id),
  ]);
  if (center === undefined || !isGroupType(center.type)) throw new Refusal('object/not-found');
  return {
    center: { id: center.id, name: center.name, type: center.type },
    version: newest?.row.version ?? 0,
    phrases: phraseList.parse(newest?.row.phrases ?? starterPhrases),
    created_by: newest === null ? null : { id: newest.row.created_by, name: newest.user },
    created_at: newest?.row.created_at.toISOString() ?? null,
  };
}

type ChangeInput = ParsedOf<typeof phraseRoutes.changeReportPhrases>;

function provePhrases(phrases: ChangeInput['phrases']): void {
  for (const [index, phrase] of phrases.entries()) {
    const fault = phraseFault(phrase);
    if (fault === null) continue;
    const code = fault === 'empty' ? 'report/phrase-empty' : 'report/phrase-figure';
    const message = fault === 'empty' ? 'refusal.report.phrase-empty' : 'refusal.report.phrase-figure';
    throw new Refusal(code, { fields: { [`phrases.${String(index)}.texts`]: message } });
  }
}

/** Inserts a version. The center's row is locked, so that of two users who change the same version one is refused. */
async function insertVersion(
  tx: Tx,
  { version, phrases }: ChangeInput,
  { caller, now }: { readonly caller: Caller; readonly now: Date },
): Promise<{ version: number }> {
  const center_id = ownCenter(caller);
  await tx.select({ id: userGroups.id }).from(userGroups).where(eq(userGroups.id, center_id)).for('update');
  const newest = await newestOf(tx, center_id);
  if ((newest?.row.version ?? 0) !== version) throw new Refusal('report/phrases-stale');
  const next = { center_id, version: version + 1, phrases, created_by: caller.id, created_at: now };
  await tx.insert(reportPhrases).values(next);
  noteAudit({ target: `institution/${String(center_id)}: phrases ${String(next.version)}` });
  return { version: next.version };
}

export function changeLibrary(
  db: Db,
  input: ChangeInput,
  call: { readonly caller: Caller; readonly now: Date },
): Promise<{ version: number }> {
  provePhrases(input.phrases);
  return transact(db, (tx) => insertVersion(tx, input, call));
}
