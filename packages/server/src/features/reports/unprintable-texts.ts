/** Finds the characters of a report that no font can print, by field. */
import type { ReportDocument } from '@rhythmdesk/contract/report-document';
import { printedFields, type PrintedField } from '@rhythmdesk/contract/reports';
import { Refusal } from '../../platform/http/refusal.ts';
import { unprintableIn } from '../../platform/pdf/printable-text.ts';

/** A refusal names at most this many characters of a field. */
const mostNamed = 20;

function textsOf(document: ReportDocument): Readonly<Record<PrintedField, readonly (string | null)[]>> {
  const { patient, hospital, center, letterhead, figures, left_out_statement } = document;
  const institutions = [hospital, ...(center === null ? [] : [center])];
  const people = [document.technician, document.confirmer, left_out_statement?.by ?? null];
  return {
    patient: [patient.first_name, patient.last_name],
    patient_id: [patient.patient_id],
    question: [document.case.question],
    conclusion: [document.conclusion, left_out_statement?.words ?? null],
    amendment: [document.amendment],
    institution: [
      ...institutions.flatMap(({ name, address }) => [name, address]),
      ...(letterhead?.lines ?? []),
    ],
    people: people.map((one) => one?.name ?? null),
    events: document.notes,
    strips: figures.strips.flatMap(({ caption, marks }) => [
      caption,
      ...marks.map((mark) => (mark.of === 'caliper' ? null : mark.text)),
    ]),
    device: [document.case.product_name, ...document.recording.leads],
  };
}

/** Refuses the document with the characters that it would print as a mark. */
export function provePrintable(document: ReportDocument): void {
  const texts = textsOf(document);
  const fields = printedFields.flatMap((field) => {
    const found = unprintableIn(texts[field].join('\n')).slice(0, mostNamed);
    return found.length === 0 ? [] : [[`characters.${field}`, found.join(' ')] as const];
  });
  if (fields.length > 0) throw new Refusal('report/unprintable', { fields: Object.fromEntries(fields) });
}
