/** Declares the commands that open the tabs of the desk. */
import type { KeyTable } from '../../../../ui/keys/key-table.ts';

const tab = <Key extends string>(key: Key) => ({ group: 'desk', keys: [key] }) as const;

export const tabKeys = {
  'tab-findings': tab('1'),
  'tab-templates': tab('2'),
  'tab-plots': tab('3'),
  'tab-scan': tab('4'),
  'tab-report': tab('5'),
  'tab-changes': tab('6'),
} as const satisfies KeyTable;
