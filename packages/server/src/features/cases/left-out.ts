/**
 * Replays the reading for a verification or completion, and stores what a chief states about findings that the reading
 * counts but does not list.
 *
 * The reading is replayed before the transaction. In the transaction the case's row is locked, and the replayed reading
 * must still be the current one. A verification with a statement makes the next report version, which prints it.
 */
import type { ActionInput } from '@rhythmdesk/contract/case-actions';
import {
  reportDocument,
  type ReportDocument,
  type ReportFigures,
} from '@rhythmdesk/contract/report-document';
import { type CaseAction, transitionOf } from '@rhythmdesk/domain/case/lifecycle';
import type { OpenPointKind } from '@rhythmdesk/domain/case/open-points';
import type { Need } from '@rhythmdesk/domain/case/transition';
import { visibleVersions } from '@rhythmdesk/domain/report/versions';
import { and, eq } from 'drizzle-orm';
import type { Db, Queryable, Tx } from '../../platform/db/database.ts';
import { reportVersions } from '../../platform/db/schema/cases.ts';
import { leftOutStatements } from '../../platform/db/schema/left-out.ts';
import type { Acting } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { readCaseRecord, type CaseRecord } from '../../records/cases/case-record.ts';
import { isReportBehind, reportedCase } from '../../records/readings/reading-checksum.ts';
import { baseOf, lastSequence } from '../../records/readings/reading-log.ts';
import {
  addVersion,
  writeFileRow,
  type MadeReport,
  readVersions,
} from '../../records/cases/report-versions.ts';

type LeftOut = ReportFigures['left_out'];
type Statement = NonNullable<ReportDocument['left_out_statement']>;
type Printed = Pick<ReportDocument, 'language' | 'amendment'> & { readonly left_out_statement: Statement };

export type LeftOutDependencies = {
  readonly db: Db;
  /** Returns the figures of the current reading; null if no analysis has succeeded. */
  readonly figures: (
    case_id: number,
  ) => Promise<{ readonly analysis_version: number; readonly figures: ReportFigures } | null>;
  /** Counts the faults of the case's conclusion against the figures of its reading. */
  readonly conclusionFaults: (
    record: CaseRecord,
    figures: ReportFigures,
  ) => Promise<{ readonly figures: number; readonly statements: number }>;
  /** Prints the next report version with a statement in it. */
  readonly printStatement: (record: CaseRecord, printed: Printed) => Promise<MadeReport>;
};

/** A reading that was replayed for a verification or a completion. */
export type FoldedReading = {
  /** The reading that must still be current in the transaction; null if none was replayed. */
  readonly of: { readonly analysis_version: number | null; readonly sequence: number } | null;
  readonly left_out: LeftOut;
  /** The number of open points of each kind in the reading and its report. */
  readonly open: Readonly<Partial<Record<OpenPointKind, number>>>;
  /** The newest report was made from the reading, so that a verification can add its statement. */
  readonly from_reading: boolean;
  /** The report version that states what is left out. */
  readonly stated: { readonly made: MadeReport; readonly statement: Statement } | null;
};

/** For callers that create their own cases, whose readings leave nothing out. */
export const nothingLeftOut: FoldedReading = {
  ...{ of: null, left_out: [], open: {}, from_reading: false, stated: null },
};

const readingNeeds: readonly Need[] = ['left-out-words', 'left-out-verified', 'open-words'];
export const asksReading = (action: CaseAction): boolean =>
  transitionOf(action).needs.some((need) => readingNeeds.includes(need));

/** Returns the newest report with its document; null if it was not made from the reading. */
async function newestFromReading(db: Queryable, case_id: number) {
  const [newest] = visibleVersions(await readVersions(db, case_id), 'center');
  if (newest?.source !== 'reading') return null;
  const { report_version, released_ms } = newest;
  const [row] = await db
    .select({ document: reportVersions.document })
    .from(reportVersions)
    .where(and(eq(reportVersions.case_id, case_id), eq(reportVersions.report_version, report_version)));
  return { released_ms, document: reportDocument.parse(row?.document) };
}

export async function foldReading(
  { db, figures: readFigures, conclusionFaults }: Omit<LeftOutDependencies, 'printStatement'>,
  case_id: number,
): Promise<FoldedReading> {
  const [found, record] = await Promise.all([readFigures(case_id), readCaseRecord(db, case_id)]);
  if (found === null || record === null)
    return { ...nothingLeftOut, of: { analysis_version: null, sequence: 0 } };
  const { analysis_version, figures } = found;
  const { sequence, checksum, left_out, open_items } = figures;
  const now = { analysis_version, sequence, checksum, ...reportedCase(record.row) };
  const newest = await newestFromReading(db, case_id);
  const open = {
    findings: open_items,
    report: newest !== null && isReportBehind(newest.document, now) ? 1 : 0,
    ...(await conclusionFaults(record, figures)),
  };
  const from_reading = newest !== null;
  return { of: { analysis_version, sequence }, left_out, open, from_reading, stated: null };
}

type Stating = {
  readonly action: CaseAction;
  readonly input: ActionInput;
  readonly caller: Acting;
  readonly now: Date;
};

/**
 * Prints the report version of a verification that states what is left out; returns only the reading for every other
 * act.
 */
export async function stateLeftOut(
  { db, printStatement }: LeftOutDependencies,
  folded: FoldedReading,
  { action, input, caller, now }: Stating,
): Promise<FoldedReading> {
  if (action !== 'verify' || folded.left_out.length === 0) return folded;
  const { case_id, left_out_words = '' } = input;
  const record = await readCaseRecord(db, case_id);
  const newest = await newestFromReading(db, case_id);
  if (record === null || newest === null) throw new Refusal('case/left-out-report');
  if (newest.released_ms !== null) throw new Refusal('case/no-new-report');
  const { language, amendment } = newest.document;
  const by = { id: caller.id, name: caller.name };
  const statement = { words: left_out_words, by, stated_at: now.toISOString() };
  const made = await printStatement(record, { language, amendment, left_out_statement: statement });
  return { ...folded, stated: { made, statement } };
}

/** Refuses if the reading is no longer the one that was replayed. The case's row is locked. */
export async function proveFolded(tx: Tx, case_id: number, { of, stated }: FoldedReading): Promise<void> {
  if (of === null) return;
  const base = await baseOf(tx, case_id);
  if ((base?.analysis_version ?? null) !== of.analysis_version) throw new Refusal('reading/other-analysis');
  const sequence = await lastSequence(tx, { case_id });
  const printed = stated?.made.document.figures.sequence ?? sequence;
  if (sequence !== of.sequence || sequence !== printed) throw new Refusal('reading/behind');
}

/** Stores the report version that a verification made; returns null if it made none. */
export async function addStatedReport(
  tx: Tx,
  {
    case_id,
    report_author_id: reading_by,
  }: { readonly case_id: number; readonly report_author_id: number | null },
  { stated }: FoldedReading,
  by: { readonly caller: Acting; readonly now: Date },
) {
  if (stated === null) return null;
  const { document, stored } = stated.made;
  const filename = `${document.case.hn_id}-report-v${String(document.report_version)}.pdf`;
  const file_id = await writeFileRow(
    tx,
    { case_id, kind: 'report', side: 'technician', filename },
    stored,
    by,
  );
  const version = { case_id, file_id, source: 'reading' as const, document, reading_by };
  const report_version = await addVersion(tx, version, by);
  return { report_version, file_sha256: stored.sha256 };
}

export async function keepStatement(
  tx: Tx,
  key: { readonly case_id: number; readonly report_version: number; readonly case_version: number },
  { left_out, stated }: FoldedReading,
  { caller, now }: { readonly caller: Acting; readonly now: Date },
): Promise<void> {
  const words = stated?.statement.words ?? '';
  await tx
    .insert(leftOutStatements)
    .values({ ...key, words, left_out, stated_by: caller.id, stated_at: now });
}
