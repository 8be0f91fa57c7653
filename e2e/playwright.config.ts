/**
 * Runs journeys by role in a real browser. Each worker has its own server and database (`world/worker-server.ts`), each
 * journey its own people and cases. `npm test` sets the browser (`E2E_BROWSER`).
 */
import { defineConfig, devices } from '@playwright/test';

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export default defineConfig({
  testDir: 'journeys',
  testMatch: '**/*.journey.ts',
  outputDir: 'test-results',
  globalSetup: './world/prepare-run.ts',
  workers: 2,
  retries: 0,
  fullyParallel: true,
  timeout: 240_000,
  expect: { timeout: 30_000 },
  use: {
    ...devices['Desktop Chrome'],
    actionTimeout: 30_000,
    locale: 'en-GB',
    timezoneId: 'Asia/Seoul',
    viewport: { width: 1440, height: 900 },
    // A trace takes a tenth of the processor time, so it is made only if journeys are run by name.
    trace:
      process.env['E2E_TRACE'] === 'off'
        ? 'off'
        : { mode: 'retain-on-failure', screenshots: false, snapshots: true },
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: process.env['E2E_BROWSER'] ?? '/usr/bin/chromium', args: quiet },
  },
});
