/** Sets up every test file for vitest. */
import fc from 'fast-check';
import { afterAll, vi } from 'vitest';
import { closeFile } from './test-after-file.ts';

// Property tests use the same cases in every run, so that a failure is reproducible; `PROPERTY_SEED=7 npm test` uses
// others.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env['PROPERTY_SEED'] ?? 20_261_123) });

// A page may still be loading something (a font, a dialog) when the file's last test is over. Without the wait it would
// fail together with the file's environment, outside any test, and the whole run would fail.
afterAll(async () => {
  await vi.dynamicImportSettled();
  await closeFile();
});
