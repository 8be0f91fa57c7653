/** What this feature is given by `app`. */
import type { ReportDocument, ReportFigures } from '@rhythmdesk/contract/report-document';
import type { reportRoutes } from '@rhythmdesk/contract/reports';
import type { OutputOf, ParsedOf } from '@rhythmdesk/contract/route';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { FileStore, StoredFile } from '../../platform/files/file-store.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { DisclosureDependencies } from './disclosure/disclosure-source.ts';
import type { CaseRecord } from '../../records/cases/case-record.ts';

type MakeInput = ParsedOf<typeof reportRoutes.makeReport>;
type Maker = { readonly caller: Caller; readonly request_id: string; readonly now: Date };
type Kept = { readonly case_id: number; readonly version: number; readonly file_id: number };

export type ReportDependencies = {
  readonly db: Db;
  readonly files: FileStore;
  readonly clock: Clock;
  readonly disclosure: DisclosureDependencies;
  /** The case, where its report under work is for this caller; refuses otherwise. */
  readonly openReport: (caller: Caller, case_id: number) => Promise<CaseRecord>;
  /** Whether this caller opens the recording of this case now; refuses as its tiles do. */
  readonly openRecording: (caller: Caller, case_id: number) => Promise<unknown>;
  /** Refuses who may not make the next version of the report now. */
  readonly openMaking: (tx: Tx, input: MakeInput, maker: Maker) => Promise<unknown>;
  /** Makes the stored pages the next version, where nobody wrote in the reading meanwhile. */
  readonly keepReport: (
    tx: Tx,
    input: MakeInput,
    made: { readonly document: ReportDocument; readonly stored: StoredFile },
    maker: Maker,
  ) => Promise<Kept>;
  /** What the reading leaves out, for whoever may verify the case. */
  readonly readLeftOut: (caller: Caller, case_id: number) => Promise<OutputOf<typeof reportRoutes.leftOut>>;
  /** What a kept version says, where it is for this caller. */
  readonly readReportData: (
    caller: Caller,
    input: ParsedOf<typeof reportRoutes.reportData>,
  ) => Promise<ReportDocument>;
  /** What the report says of the case's critical findings. */
  readonly critical: (case_id: number) => Promise<ReportDocument['critical']>;
  /** What the reading says; null where no analysis has succeeded. */
  readonly figures: (
    case_id: number,
  ) => Promise<{ readonly analysis_version: number; readonly figures: ReportFigures } | null>;
};
