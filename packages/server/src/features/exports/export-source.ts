/** Describes each kind of export: the route that returns it directly, with its permission, input and act. */
import { exportKinds, type exportedRoutes, type ExportKind } from '@rhythmdesk/contract/exports';
import type { AuditAct } from '@rhythmdesk/domain/audit/acts';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { can } from '@rhythmdesk/domain/people/can';
import type { Permission } from '@rhythmdesk/domain/people/permissions';
import type { Asking } from '../../platform/http/caller.ts';
import { readInput } from '../../platform/http/read-input.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { refuseTooLarge } from '../../platform/spreadsheet/answer-sheet.ts';
import type { SheetOrder, SheetSource } from '../../platform/spreadsheet/sheet-plan.ts';

type ExportedRoute = (typeof exportedRoutes)[ExportKind];

/**
 * Request and user of an export. The input is stored as it was sent, because it is checked again when the work begins.
 */
type ExportQuery = {
  readonly caller: Asking;
  readonly input: Readonly<Record<string, unknown>>;
  readonly language: Language;
};

/** Pages instead of rows: bytes as they are, each piece with its number of lines. */
type PaperSource = Pick<SheetSource, 'filename' | 'total'> & {
  readonly case_ids: readonly number[];
  readonly target?: string;
  /** Why the copy was made. */
  readonly reason?: string;
  readonly pieces: (
    signal: AbortSignal,
  ) => AsyncIterable<{ readonly bytes: Uint8Array; readonly done: number }>;
};
export type ExportSource = SheetSource | PaperSource;

export type ExportOpener = {
  readonly allow: Permission;
  readonly act: AuditAct;
  readonly open: (exportQuery: ExportQuery) => Promise<ExportSource>;
};
export type ExportSources = Readonly<Record<ExportKind, ExportOpener>>;

export function openerOf<R extends ExportedRoute>(
  route: R,
  make: (order: SheetOrder<R>) => Promise<ExportSource>,
): ExportOpener {
  return {
    allow: route.allow,
    act: route.audit,
    open: async ({ caller, language, input }) => {
      if (can(caller.actor, route.allow) === 'never') throw new Refusal('auth/role-never');
      const parsed = readInput<R['input']>(route, route.input, { params: {}, query: input, body: {} });
      const source = await make({ caller, language, input: parsed });
      refuseTooLarge(source);
      return source;
    },
  };
}

export const isExportKind = (text: string): text is ExportKind => exportKinds.some((kind) => kind === text);
