/** Names the tab of the desk for each step of a reading. */
export const tabOfStep = { read: undefined, look: 'scan', conclude: 'report', report: 'report' } as const;
export type WorkTab = (typeof tabOfStep)[keyof typeof tabOfStep];
