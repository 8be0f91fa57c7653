/** vitest's set-up of every test file. */
import { afterAll, vi } from 'vitest';
import { closeFile } from './after-file.ts';

// What a page loads late (a font, a dialog) may still be on its way when the file's last test is over. It would fail
// with the file's environment, outside any test, and end the whole run badly.
afterAll(async () => {
  await vi.dynamicImportSettled();
  await closeFile();
});
