/** Defines the measuring of intervals as a tool of the desk. It has no tab. */
import type { DeskTool, RecordingOfCase } from '../keys/desk-tool.ts';
import { MeasureIntervals } from './measure-intervals.tsx';
import { measureKeys } from './measure-keys.ts';

export const measureTool: DeskTool<RecordingOfCase> = {
  id: 'measure',
  bar: MeasureIntervals,
  keys: measureKeys,
};
