/** How far an export is, or how it ended. */
export const exportStates = ['waiting', 'working', 'done', 'failed', 'cancelled'] as const;
