/** vitest's set-up of every test file. */
import fc from 'fast-check';
import { afterAll, vi } from 'vitest';
import { closeFile } from './after-file.ts';

// Properties draw the same cases in every run, so that what failed fails again; `PROPERTY_SEED=7 npm test` draws others.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env['PROPERTY_SEED'] ?? 20_261_123) });

// What a page loads late (a font, a dialog) may still be on its way when the file's last test is over. It would fail
// with the file's environment, outside any test, and end the whole run badly.
afterAll(async () => {
  await vi.dynamicImportSettled();
  await closeFile();
});
