/** Declares the commands of the recording view. The desk has them as well, except those that it replaces by its own steps. */
import type { KeyTable } from '../../ui/keys/key-table.ts';

/** The tabs of the desk that show the recording. */
const tabs = ['findings', 'templates', 'plots', 'scan', 'changes'] as const;
const pages = ['case'] as const;

const move = <const Keys extends readonly string[], Line extends string>(keys: Keys, line: Line) =>
  ({ group: 'recording', keys, tabs, pages, fixed: true, line }) as const;
/** The desk steps through beats and findings by commands of its own. */
const step = <const Keys extends readonly string[], Line extends string>(keys: Keys, line: Line) =>
  ({ ...move(keys, line), tabs: [] }) as const;
const strip = <const Keys extends readonly string[]>(keys: Keys) =>
  ({ group: 'recording', keys, tabs, pages, line: 'strip', footer: true }) as const;

export const recordingKeys = {
  'to-beat-before': { ...step(['←'], 'beat'), footer: true },
  'to-beat-after': { ...step(['→'], 'beat'), footer: true },
  'second-before': step(['Shift+←'], 'second'),
  'second-after': step(['Shift+→'], 'second'),
  'line-before': step(['↑'], 'line'),
  'line-after': step(['↓'], 'line'),
  'step-before': { group: 'findings', keys: ['K'], pages, line: 'finding' },
  'step-after': { group: 'findings', keys: ['J'], pages, line: 'finding' },
  'page-before': { ...move(['PgUp'], 'page'), footer: true },
  'page-after': { ...move(['PgDn'], 'page'), footer: true },
  'strip-before': strip([',']),
  'strip-after': strip(['.']),
  'recording-start': move(['Home'], 'ends'),
  'recording-end': move(['End'], 'ends'),
  'zoom-out': { ...move(['−'], 'zoom'), footer: true },
  'zoom-in': { ...move(['+'], 'zoom'), footer: true },
  /** Turns the calipers on the strip on or off. */
  measure: { group: 'desk', keys: ['M'], tabs, pages },
  'measure-end': { group: 'recording', keys: ['Esc'], tabs, pages, fixed: true },
  /** Shows the strip without the other scales. */
  alone: { group: 'desk', keys: ['F'], tabs, pages },
  /** Adds the current strip to the report. */
  strip: { group: 'desk', keys: ['B'], pages },
} as const satisfies KeyTable;
