/** The page scan as a tool of the desk, and the key to what nobody looked at as one without a tab. */
import type { DeskTool, RecordingOfCase } from '../keys/desk-tool.ts';
import { UnseenCommand } from './coverage-note.tsx';
import { PageScanBar } from './page-scan-bar.tsx';

export const scanTool: DeskTool<RecordingOfCase> = {
  id: 'scan',
  tab: { recording: 'page', noFinding: true },
  main: PageScanBar,
};

export const coverageTool: DeskTool<RecordingOfCase> = { id: 'coverage', commands: UnseenCommand };
