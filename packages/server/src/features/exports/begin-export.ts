/** Starts and cancels exports. */
import { mostExportsAtOnce, type ExportItem, type exportRoutes } from '@rhythmdesk/contract/exports';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { noteAudit } from '../../platform/audit/audited-call.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { exports } from '../../platform/db/schema/exports.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { itemOf, keptMs, ownExport, notifyOwner, type ExportRow } from './export-record.ts';
import type { ExportSources } from './export-source.ts';

type Order = {
  readonly caller: Caller;
  readonly input: ParsedOf<typeof exportRoutes.beginExport>;
  readonly language: Language;
  readonly request_id: string;
};

const isUnderWay = inArray(exports.state, ['waiting', 'working']);

/**
 * Returns an identical export in progress, or null if the user may start another one. Only one call of a user at a time
 * runs this.
 */
async function sameUnderWay(tx: Tx, { caller, input, language }: Order): Promise<ExportRow | null> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`exports ${String(caller.id)}`}, 0))`);
  const open = await tx
    .select({
      row: exports,
      is_same: sql<boolean>`${exports.kind} = ${input.kind} and ${exports.language} = ${language}
        and ${exports.input} = ${JSON.stringify(input.input)}::jsonb`,
    })
    .from(exports)
    .where(and(eq(exports.user_id, caller.id), isUnderWay));
  const same = open.find(({ is_same }) => is_same);
  if (same !== undefined) return same.row;
  if (open.length >= mostExportsAtOnce) throw new Refusal('export/too-many');
  return null;
}

export async function beginExport(
  db: Db,
  sources: ExportSources,
  order: Order,
  now: Date,
): Promise<ExportItem> {
  const { caller, input: selection, language, request_id } = order;
  const { kind, input } = selection;
  const { filename, total } = await sources[kind].open({ caller, input, language });
  const row = await transact(db, async (tx) => {
    const same = await sameUnderWay(tx, order);
    if (same !== null) return same;
    const [made] = await tx
      .insert(exports)
      .values({
        ...{ user_id: caller.id, kind, input, language, request_id, filename },
        time_zone: caller.user_group.time_zone,
        rows_total: total,
        created_at: now,
        expires_at: new Date(now.getTime() + keptMs),
      })
      .returning();
    if (made === undefined) throw new Error('the export was not written');
    await enqueue(tx, 'make-export', { export_id: made.export_id });
    await notifyOwner(tx, made);
    return made;
  });
  noteAudit({ target: `export/${String(row.export_id)}: ${sources[kind].act}` });
  return itemOf(row, language);
}

export async function cancelExport(
  db: Db,
  { caller, export_id, language }: Pick<Order, 'caller' | 'language'> & { readonly export_id: number },
  now: Date,
): Promise<ExportItem> {
  const row = await transact(db, async (tx) => {
    await ownExport(tx, caller.id, export_id, now);
    const [stopped] = await tx
      .update(exports)
      .set({ state: 'cancelled', ended_at: now })
      .where(and(eq(exports.export_id, export_id), isUnderWay))
      .returning();
    if (stopped !== undefined) await notifyOwner(tx, stopped);
    return stopped ?? (await ownExport(tx, caller.id, export_id, now));
  });
  return itemOf(row, language);
}
