/** Defines the commands on beats as a tool of the desk. It has no tab and draws nothing. */
import type { DeskTool, RecordingOfCase } from '../keys/desk-tool.ts';
import { beatActions } from './beat-actions.ts';
import { beatKeys } from './beat-keys.ts';

export const beatsTool: DeskTool<RecordingOfCase> = { id: 'beats', keys: beatKeys, actions: beatActions };
