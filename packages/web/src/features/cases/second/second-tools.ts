/**
 * Lists the tools of the desk that a second reading has. Each of them writes only to the log of this reading. Report,
 * coverage and comments are left out.
 */
import { basketTool } from '../desk/basket/basket-tool.ts';
import { beatsTool } from '../desk/beats/beats-tool.ts';
import { changesTool, figuresTool } from '../desk/changes/changes-tool.ts';
import { scanTool } from '../desk/coverage/coverage-tools.ts';
import type { DeskTool, RecordingOfCase } from '../desk/keys/desk-tool.ts';
import { measureTool } from '../desk/measure/measure-tool.ts';
import { plotsTool } from '../desk/plots/plots-tool.ts';
import { endsTool } from '../desk/queue/ends-tool.tsx';
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

/** Returns the tab that an address names; the first tab if the second reading does not have it. */
export const secondTabOf = (view: DeskView): SecondTab =>
  secondTabNames.find((name) => name === view) ?? 'findings';

export const secondTools: readonly DeskTool<RecordingOfCase>[] = [
  ...[findingsTool, templatesTool, plotsTool, scanTool],
  { ...changesTool, right: undefined },
  ...[beatsTool, measureTool, endsTool, basketTool, figuresTool],
];
