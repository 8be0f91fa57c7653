/** Lists the tools of the desk: first those with a tab, in the order of the tabs, then those drawn in every tab. */
import { basketTool } from './basket/basket-tool.ts';
import { beatsTool } from './beats/beats-tool.ts';
import { changesTool, figuresTool } from './changes/changes-tool.ts';
import { coverageTool, scanTool } from './coverage/coverage-tools.ts';
import type { DeskTool } from './keys/desk-tool.ts';
import { measureTool } from './measure/measure-tool.ts';
import { pinsTool } from './pins/pins-tool.ts';
import { plotsTool } from './plots/plots-tool.ts';
import { endsTool } from './queue/ends-tool.tsx';
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
  beatsTool,
  coverageTool,
  measureTool,
  pinsTool,
  endsTool,
  basketTool,
  figuresTool,
];
