/**
 * The tools of the desk that a second reading has: those that read, and write nothing but its own log. What a report
 * says, what was looked at and what others wrote is not among them.
 */
import { changesTool } from '../desk/changes/changes-tool.ts';
import { scanTool } from '../desk/coverage/coverage-tools.ts';
import type { DeskTool, RecordingOfCase } from '../desk/keys/desk-tool.ts';
import { plotsTool } from '../desk/plots/plots-tool.ts';
import { findingsTool } from '../desk/queue/findings-tool.tsx';
import type { DeskView } from '../desk/session/desk-views.ts';
import { templatesTool } from '../desk/templates/templates-tool.ts';

export const secondTabNames = [
  'findings',
  'templates',
  'plots',
  'scan',
  'changes',
] as const satisfies readonly DeskView[];
export type SecondTab = (typeof secondTabNames)[number];

/** What an address names that has no tab here is the first. */
export const secondTabOf = (view: DeskView): SecondTab =>
  secondTabNames.find((name) => name === view) ?? 'findings';

export const secondTools: readonly DeskTool<RecordingOfCase>[] = [
  ...[findingsTool, templatesTool, plotsTool, scanTool],
  { ...changesTool, right: undefined },
];
