/** The answer of a server for a case, for tests of what a page does after a read. */
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { exampleRow } from '../list/test-rows.ts';

export type ReadDetail = Pick<CaseDetail, 'version' | 'next_step'> & { readonly confirmer?: string };

export const testDetail = (case_id: number, { version, next_step, confirmer }: ReadDetail): CaseDetail => ({
  ...exampleRow({ case_id, version, confirmer: confirmer === undefined ? null : { id: 9, name: confirmer } }),
  next_step,
  ...{ handback: null, phone_number: null, owner: null, attachment_date: null, detachment_date: null },
  ...{ product_name: null, comment: '', technician_comment: '', hospital_language: 'en' },
  ...{ conclusion_figures: [], close_reason: null, time_zone: 'UTC', recording: 'none', leads: [] },
  ...{ sampling_hz: null, analysable_share: null, gap_count: null, view_mismatch: false, has_order: false },
  ...{ can_edit_patient: false, can_edit_reading: false, critical_rules: null },
  ...{ can_add_user_file: false, can_comment: false },
  ...{ can_comment_internally: false, can_answer_pins: false, report_versions: [], earlier: [] },
  report_behind: false,
  earlier_total: 0,
});
