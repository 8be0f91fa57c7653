/** Defines the changes, and the figures that they change, as tools of the desk. */
import type { DeskTool, RecordingOfCase } from '../keys/desk-tool.ts';
import { judgeKeys } from '../../analysis/judge-keys.ts';
import { ChangesList } from './changes-list.tsx';
import { ChangesPanel } from './changes-panel.tsx';
import { ChangesSide } from './changes-side.tsx';
import { FigureChanges } from './figure-changes.tsx';

export const changesTool = {
  id: 'changes',
  tab: { recording: 'strip', noFinding: true, overview: true },
  left: ChangesPanel,
  main: ChangesList,
  right: ChangesSide,
  keys: { undo: judgeKeys.undo, redo: judgeKeys.redo },
  actions: {
    undo: { run: (_, { undo }) => undo?.() },
    redo: { run: (_, { redo }) => redo?.() },
  },
} as const satisfies DeskTool;

export const figuresTool: DeskTool<RecordingOfCase> = { id: 'figures', right: FigureChanges };
