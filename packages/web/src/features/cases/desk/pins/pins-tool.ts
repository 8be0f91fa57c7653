/** Defines the pinned comments as a tool of the desk. It has no tab and is drawn in every tab with the recording. */
import type { DeskTool } from '../keys/desk-tool.ts';
import { pinKeys } from './pin-keys.ts';
import { PinOver, PinsSection } from './pins-panel.tsx';

export const pinsTool: DeskTool = { id: 'pins', main: PinOver, right: PinsSection, keys: pinKeys };
