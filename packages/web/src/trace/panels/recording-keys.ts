/** Declares the commands of the recording view that the desk has as well. */
import type { KeyTable } from '../../ui/keys/key-table.ts';

/** The tabs of the desk that show the recording. */
const tabs = ['findings', 'templates', 'plots', 'scan', 'changes'] as const;

export const recordingKeys = {
  /** Adds the current strip to the report. */
  strip: { group: 'desk', keys: ['B'], pages: ['case'] },
  /** Turns the calipers on the strip on or off. */
  measure: { group: 'desk', keys: ['M'], tabs, pages: ['case'] },
  /** Shows the strip without the other scales. */
  alone: { group: 'desk', keys: ['F'], tabs, pages: ['case'] },
  'step-before': { group: 'findings', keys: ['K'], pages: ['case'], line: 'finding' },
  'step-after': { group: 'findings', keys: ['J'], pages: ['case'], line: 'finding' },
} as const satisfies KeyTable;
