/** Lists the states of an export: its progress, or how it ended. */
export const exportStates = ['waiting', 'working', 'done', 'failed', 'cancelled'] as const;
