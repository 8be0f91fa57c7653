/**
 * Reads a spreadsheet with an independent library, for tests. Returns the lines of its sheet, header first, with typed
 * cells.
 */
import { readSheet } from 'read-excel-file/universal';

export const readSheetLines = async (bytes: Uint8Array): Promise<unknown[][]> =>
  readSheet(new Blob([Uint8Array.from(bytes)]), { trim: false });

export const linesOfAnswer = async (answer: Response): Promise<unknown[][]> =>
  readSheetLines(new Uint8Array(await answer.arrayBuffer()));
