/** Defines the messages between the dialog of the criteria and the worker that counts under other criteria. */
import type { Criteria } from '@rhythmdesk/ecg/criteria/criteria';
import type { FoundKind } from '@rhythmdesk/ecg/rhythm/count-findings';

/** The beat file is sent once, before any criteria. */
export type PreviewOrder = { readonly bytes: ArrayBuffer } | { readonly criteria: Criteria };

export type PreviewCounts = {
  readonly found: readonly FoundKind[];
  /** Share of analysed time, 0 to 1. */
  readonly af_burden: number;
  readonly hr_min: number | null;
  readonly hr_max: number | null;
};
export type PreviewAnswer = { readonly criteria: Criteria; readonly counts: PreviewCounts };

export function isPreviewAnswer(value: unknown): value is PreviewAnswer {
  return typeof value === 'object' && value !== null && 'criteria' in value && 'counts' in value;
}

export function isPreviewOrder(value: unknown): value is PreviewOrder {
  return typeof value === 'object' && value !== null && ('bytes' in value || 'criteria' in value);
}
