/** Lists the sections of the accuracy page in their order; docs/accuracy.md has the same. */
export const accuracyMethods = ['recordings', 'beats', 'all-beats', 'af'] as const;
export const accuracyLimits = ['in-sample', 'sve', 'flutter', 'av-block', 'fusion-paced', 'length'] as const;
