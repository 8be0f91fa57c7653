/** Defines the report as a tool of the desk. */
import type { DeskTool } from '../keys/desk-tool.ts';
import { ConclusionPane } from './conclusion-pane.tsx';
import { reportKeys } from './report-keys.ts';
import { ReportPreview } from './report-preview.tsx';

export const reportTool: DeskTool = {
  id: 'report',
  tab: { recording: 'hidden' },
  main: ReportPreview,
  right: ConclusionPane,
  keys: reportKeys,
};
