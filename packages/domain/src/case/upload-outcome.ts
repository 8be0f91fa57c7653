/** What came of an upload, in the words of its history: a refusal because the HN ID is taken is a duplicate. */
export const uploadStates = ['receiving', 'checking', 'done', 'refused', 'cancelled'] as const;
export type UploadState = (typeof uploadStates)[number];

/** In the order of a filter: how an upload may have ended, then what it may still be doing. */
export const uploadOutcomes = ['done', 'duplicate', 'refused', 'cancelled', 'receiving', 'checking'] as const;
export type UploadOutcome = (typeof uploadOutcomes)[number];

/** The refusal that makes a duplicate. */
export const duplicateCode = 'case/hn-id-taken';

export function outcomeOf(state: UploadState, code: string | null): UploadOutcome {
  return state === 'refused' && code === duplicateCode ? 'duplicate' : state;
}

/** How much of an upload had arrived, in whole percent; 100 only with its last byte. */
export function arrivedPercent(received_bytes: number, size_bytes: number): number {
  return size_bytes > 0 ? Math.floor((100 * Math.min(received_bytes, size_bytes)) / size_bytes) : 0;
}
