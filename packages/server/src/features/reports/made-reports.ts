/** Stores report versions that are made from the reading, together with their data, and reads the data again. */
import type { reportRoutes } from '@rhythmdesk/contract/reports';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import { isAmendment } from '@rhythmdesk/domain/report/versions';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { saveCase } from '../../records/cases/save-case.ts';
import { baseOf, lastSequence } from '../../records/readings/reading-log.ts';
import {
  addVersion,
  writeFileRow,
  readVersions,
  type MadeReport,
} from '../../records/cases/report-versions.ts';
import { openEdit, savedBy, type EditContext } from '../../records/cases/open-edit.ts';

type Input = ParsedOf<typeof reportRoutes.makeReport>;

/**
 * Returns the case if the caller may make the next version of its report now; an amendment must say what it changes.
 */
export async function openMaking(tx: Tx, input: Input, context: EditContext) {
  const opened = await openEdit(tx, input, 'report', context);
  if (input.amendment === '' && isAmendment(await readVersions(tx, input.case_id)))
    throw new Refusal('input/field-missing', { fields: { amendment: 'refusal.input.field-missing' } });
  return opened;
}

/** The reading that a document describes. */
type MadeOf = {
  readonly case: { readonly case_id: number };
  readonly analysis_version: number;
  readonly figures: { readonly sequence: number };
};

/** Refuses if the reading was edited or analysed again while its report was set. The case's row is locked. */
export async function proveReading(tx: Tx, { case: { case_id }, ...made }: MadeOf): Promise<void> {
  if ((await lastSequence(tx, { case_id })) !== made.figures.sequence) throw new Refusal('reading/behind');
  const base = await baseOf(tx, case_id);
  if (base?.analysis_version !== made.analysis_version) throw new Refusal('reading/other-analysis');
}

/** Makes the stored pages the next report version. */
export async function keepReport(
  tx: Tx,
  input: Input,
  { document, stored }: MadeReport,
  context: EditContext,
) {
  const { case_id } = input;
  const { record, also } = await openMaking(tx, input, context);
  await proveReading(tx, document);
  const filename = `${document.case.hn_id}-report-v${String(document.report_version)}.pdf`;
  const values = { case_id, kind: 'report', side: 'technician', filename };
  const file_id = await writeFileRow(tx, values, stored, context);
  const report_version = await addVersion(tx, { case_id, file_id, source: 'reading', document }, context);
  const version = await saveCase(
    tx,
    record,
    { ...also, report_version },
    { action: 'add-report', description: filename, file_sha256: stored.sha256, ...savedBy(context) },
  );
  return { case_id, version, file_id };
}
