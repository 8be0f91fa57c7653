/** Dependencies that `app` injects into the report feature. */
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
  /** Returns the case if the caller may see its report in progress, otherwise refuses. */
  readonly openReport: (caller: Caller, case_id: number) => Promise<CaseRecord>;
  /** Refuses unless the caller may open the recording of this case now, as its tiles do. */
  readonly openRecording: (caller: Caller, case_id: number) => Promise<unknown>;
  /** Refuses unless the maker may make the next version of the report now. */
  readonly openMaking: (tx: Tx, input: MakeInput, maker: Maker) => Promise<unknown>;
  /** Stores the pages as the next version, unless the reading was edited meanwhile. */
  readonly keepReport: (
    tx: Tx,
    input: MakeInput,
    made: { readonly document: ReportDocument; readonly stored: StoredFile },
    maker: Maker,
  ) => Promise<Kept>;
  /** Returns what the reading leaves out, for users who may verify the case. */
  readonly readLeftOut: (caller: Caller, case_id: number) => Promise<OutputOf<typeof reportRoutes.leftOut>>;
  /** Returns the data of a stored version if the caller may see it. */
  readonly readReportData: (
    caller: Caller,
    input: ParsedOf<typeof reportRoutes.reportData>,
  ) => Promise<ReportDocument>;
  /** Returns the critical findings of the case for the report. */
  readonly critical: (case_id: number) => Promise<ReportDocument['critical']>;
  /** Returns the figures of the reading; null if no analysis has succeeded. */
  readonly figures: (
    case_id: number,
  ) => Promise<{ readonly analysis_version: number; readonly figures: ReportFigures } | null>;
};
