/** Defines the colours of the trace on paper, as on a light screen. */
export const paper = {
  ink: '#132124',
  soft: '#5F6F73',
  line: '#D5DDDF',
  primary: '#0A6468',
  band: '#B9D5D4',
  night: '#E9EEEE',
  gap: '#BFC7C9',
  ground: '#FFFAF6',
  /** Drawn over the grid, which shows through. */
  pale: '#FFFAF6A6',
  grid_small: '#FAE6DF',
  grid_large: '#EFC3B6',
  trace: '#15222C',
  af: '#4B45B8',
  other: '#BE2438',
  beats: { N: '#5F6F73', S: '#0B62A8', V: '#C23A0B', F: '#9A2A7D', P: '#7A5B00', Q: '#5F6F73' },
} as const;
