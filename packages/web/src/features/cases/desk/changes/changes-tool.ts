/** Defines the changes as a tool of the desk. */
import type { DeskTool } from '../keys/desk-tool.ts';
import { ChangesList } from './changes-list.tsx';
import { ChangesPanel } from './changes-panel.tsx';
import { ChangesSide } from './changes-side.tsx';

export const changesTool = {
  id: 'changes',
  tab: { recording: 'strip', noFinding: true },
  left: ChangesPanel,
  main: ChangesList,
  right: ChangesSide,
} as const satisfies DeskTool;
