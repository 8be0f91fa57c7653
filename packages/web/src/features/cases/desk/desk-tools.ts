/** Lists the tools of the desk: first those with a tab, in the order of the tabs, then those drawn in every tab. */
import { changesTool } from './changes/changes-tool.ts';
import { coverageTool, scanTool } from './coverage/coverage-tools.ts';
import type { DeskTool } from './keys/desk-tool.ts';
import { pinsTool } from './pins/pins-tool.ts';
import { plotsTool } from './plots/plots-tool.ts';
import { findingsTool } from './queue/findings-tool.tsx';
import { reportTool } from './report/report-tool.ts';
import { templatesTool } from './templates/templates-tool.ts';

export const deskTools: readonly DeskTool[] = [
  findingsTool,
  templatesTool,
  plotsTool,
  scanTool,
  reportTool,
  changesTool,
  coverageTool,
  pinsTool,
];
