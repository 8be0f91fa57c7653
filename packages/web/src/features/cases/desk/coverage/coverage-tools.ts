/** Defines the page scan, and the key that goes to the first unreviewed section, as tools of the desk. */
import type { DeskTool, RecordingOfCase } from '../keys/desk-tool.ts';
import { coverageKeys, scanKeys } from './coverage-keys.ts';
import { UnseenCommand } from './coverage-note.tsx';
import { PageScanBar } from './page-scan-bar.tsx';

export const scanTool: DeskTool<RecordingOfCase> = {
  id: 'scan',
  tab: { recording: 'page', noFinding: true },
  main: PageScanBar,
  keys: scanKeys,
};

export const coverageTool: DeskTool<RecordingOfCase> = {
  id: 'coverage',
  main: UnseenCommand,
  keys: coverageKeys,
};
