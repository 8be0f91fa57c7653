/** The offer of the next case after one was finished, in English. */
export const texts = {
  own: 'Next in your work',
  pool: 'Next in the pool',
  open: 'Open next case',
  take: 'Take next case',
  stay: 'Stay here',
} as const;
