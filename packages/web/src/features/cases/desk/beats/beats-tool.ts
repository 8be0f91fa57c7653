/** Defines the commands on beats as a tool of the desk. It has no tab. */
import type { DeskTool, RecordingOfCase } from '../keys/desk-tool.ts';
import { beatActions } from './beat-actions.ts';
import { beatKeys } from './beat-keys.ts';
import { ClassMenu } from './class-menu.tsx';

export const beatsTool: DeskTool<RecordingOfCase> = {
  id: 'beats',
  bar: ClassMenu,
  keys: beatKeys,
  actions: beatActions,
};
