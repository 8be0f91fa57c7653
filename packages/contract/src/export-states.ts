/** The progress of an export, or how it ended. */
export const exportStates = ['waiting', 'working', 'done', 'failed', 'cancelled'] as const;
