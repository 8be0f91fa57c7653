/** Extends the tenants of the matrix tests with requests of exports, and makes the exports without a job runner. */
import { exportItem, type ExportItem, type ExportKind } from '@rhythmdesk/contract/exports';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { z } from 'zod';
import { makeExport, type MakingExports } from '../features/exports/make-export.ts';
import { everything, inScope } from '../platform/db/row-scope.ts';
import { notifications } from '../platform/db/schema/notices.ts';
import type { SheetBatch, SheetSource } from '../platform/spreadsheet/sheet-plan.ts';
import { exportSources } from '../app/export-sources.ts';
import { tenants } from './test-tenants.ts';

export const filter = { hn_id: 'HNT000001' };

export const codeOf = async (answer: Response): Promise<string> =>
  z.object({ code: z.string() }).parse(await answer.json()).code;

type Sources = MakingExports['sources'];

/** Replaces the cases by some batches of one row each, and calls `before` before each batch. */
function sourcesOf(real: Sources, before: (batch: number) => Promise<void>, batches = 4): Sources {
  async function* rows(): AsyncGenerator<SheetBatch, undefined> {
    for (let batch = 1; batch <= batches; batch += 1) {
      await before(batch);
      yield { rows: [[`row ${String(batch)}`]] };
    }
  }
  const source: SheetSource = {
    name: 'Patches',
    filename: 'patches.xlsx',
    time_zone: 'Asia/Seoul',
    columns: [{ head: 'Row', width: 10, kind: 'text' }],
    total: batches,
    batches: rows,
  };
  return { ...real, exportCases: { ...real.exportCases, open: async () => Promise.resolve(source) } };
}

export async function exportWorld() {
  const world = await tenants();
  const { call, person, db, serving } = world;
  const making: MakingExports = { ...serving, sources: exportSources(serving) };
  const { signal } = new AbortController();
  const order = (who: string, kind: ExportKind = 'exportCases', input: object = filter): Promise<Response> =>
    call('export', person(who).token, { method: 'POST', body: { kind, input } });
  return {
    ...world,
    order,
    begin: async (who: string, kind?: ExportKind, input?: object): Promise<ExportItem> => {
      const answer = await order(who, kind, input);
      expect(answer.status).toBe(201);
      return exportItem.parse(await answer.json());
    },
    run: (export_id: number, with_: Partial<MakingExports> = {}, is_last_attempt = false): Promise<void> =>
      inScope(everything, () => makeExport({ ...making, ...with_ }, export_id, { signal, is_last_attempt })),
    mine: async (who: string): Promise<ExportItem[]> => {
      const answer = await call('export', person(who).token);
      return z.object({ items: z.array(exportItem) }).parse(await answer.json()).items;
    },
    fileOf: (who: string, export_id: number): Promise<Response> =>
      call(`export/${String(export_id)}/file`, person(who).token),
    notificationsOf: async (who: string): Promise<string[]> => {
      const own = eq(notifications.user_id, person(who).id);
      return (await db.select().from(notifications).where(own)).map(({ code }) => code);
    },
    sourcesWith: (before: (batch: number) => Promise<void>, batches?: number): Sources =>
      sourcesOf(making.sources, before, batches),
  };
}
