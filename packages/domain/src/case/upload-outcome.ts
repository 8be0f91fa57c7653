/** Derives the outcome of an upload for the upload history. A refusal because the HN ID is taken is a duplicate. */
export const uploadStates = ['receiving', 'checking', 'done', 'refused', 'cancelled'] as const;
export type UploadState = (typeof uploadStates)[number];

/** In the order of the filter: first the final outcomes, then the states of a running upload. */
export const uploadOutcomes = ['done', 'duplicate', 'refused', 'cancelled', 'receiving', 'checking'] as const;
export type UploadOutcome = (typeof uploadOutcomes)[number];

/** The refusal code that marks a duplicate. */
export const duplicateCode = 'case/hn-id-taken';

export function outcomeOf(state: UploadState, code: string | null): UploadOutcome {
  return state === 'refused' && code === duplicateCode ? 'duplicate' : state;
}

/** Returns how much of an upload has arrived, in whole percent; 100 only with its last byte. */
export function arrivedPercent(received_bytes: number, size_bytes: number): number {
  return size_bytes > 0 ? Math.floor((100 * Math.min(received_bytes, size_bytes)) / size_bytes) : 0;
}
