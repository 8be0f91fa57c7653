/** Predicts what accepting a list of patients would do to each row, and carries it out. */
import { contentOf, keeper, nameOfHnId } from '../patients/kept-patient.ts';
import { isEmptyPatient, patientFields, type Patient } from '../patients/patient.ts';
import type { TableRow } from '../patients/patient-table.ts';
import { changeCard, type Card } from './batch.ts';
import { hnIdOf } from './verdict.ts';

/** `replaces`: something else was typed for this recording. */
export type RowFate = 'fits' | 'waits' | 'replaces' | 'fault';

function differs(typed: Patient, listed: Patient): boolean {
  return patientFields.some((field) => typed[field].trim() !== '' && typed[field].trim() !== listed[field]);
}

const cardOf = (cards: readonly Card[], hn_id: string): Card | undefined =>
  cards.find((card) => hnIdOf(card) === hn_id);

export function fateOf(row: TableRow, cards: readonly Card[]): RowFate {
  if (row.faults.length > 0) return 'fault';
  const card = cardOf(cards, row.hn_id);
  if (card === undefined) return 'waits';
  return !isEmptyPatient(card.patient) && differs(card.patient, row.patient) ? 'replaces' : 'fits';
}

/** Rows without a recording on the page are saved as drafts until it arrives. */
export function takeRows(rows: readonly TableRow[], cards: readonly Card[]): void {
  for (const { hn_id, patient, priority, faults } of rows) {
    if (faults.length > 0) continue;
    const card = cardOf(cards, hn_id);
    if (card !== undefined) {
      changeCard(card.id, { patient, priority: priority ?? card.priority });
      continue;
    }
    const kept = {
      filename: '',
      hn_id,
      patient,
      priority: priority ?? 'normal',
      hospital_id: null,
      start: null,
    };
    keeper.keep(nameOfHnId(hn_id), contentOf(kept));
  }
}
