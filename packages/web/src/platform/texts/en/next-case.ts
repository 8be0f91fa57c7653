/** Contains the texts of the offer of the next case after one was finished, in English. */
export const texts = {
  own: 'Your next case',
  pool: 'Next in the pool',
  open: 'Open next case',
  take: 'Take next case',
  stay: 'Stay on this case',
} as const;
