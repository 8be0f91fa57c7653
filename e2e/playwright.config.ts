/**
 * Journeys by role in a real browser, against the demo on a data directory of its own, afresh every time.
 *
 * `npm test` names the browser (`E2E_BROWSER`) and a free port (`E2E_PORT`). One worker: journeys hand cases to each
 * other's roles and the machine has two cores.
 */
import { defineConfig, devices } from '@playwright/test';
import { houseEnvironment } from './house-provider.ts';

const port = process.env['E2E_PORT'] ?? '8797';
const origin = `http://127.0.0.1:${port}`;
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
  globalSetup: './wait-for-analyses.ts',
  testMatch: '**/*.journey.ts',
  outputDir: 'test-results',
  workers: 1,
  fullyParallel: false,
  retries: 0,
  timeout: 600_000,
  expect: { timeout: 40_000 },
  use: {
    ...devices['Desktop Chrome'],
    baseURL: origin,
    locale: 'en-GB',
    timezoneId: 'Asia/Seoul',
    viewport: { width: 1440, height: 900 },
    // Whoever walks here has answered the question about push; its own journey gives the permission.
    storageState: {
      cookies: [],
      origins: [{ origin, localStorage: [{ name: 'pushAsked', value: String(Date.now()) }] }],
    },
    // A step that waits for what never comes says so before its journey’s time is over.
    actionTimeout: 120_000,
    // The pages themselves are kept, not pictures of every frame: these cost a tenth of the browser's time.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: true },
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: process.env['E2E_BROWSER'] ?? '/usr/bin/chromium', args: quiet },
  },
  webServer: {
    // The shell gives way to the demo, so that the stop signal is the demo's own to answer.
    command: `exec "${process.execPath}" ../tools/commands/demo.ts --reset --dir=.data/e2e`,
    env: { HOST: '127.0.0.1', PORT: port, ...houseEnvironment(port, ['NGH2208', 'MNT4471']) },
    wait: { stdout: /The demo is ready/ },
    timeout: 900_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    stdout: 'pipe',
    stderr: 'pipe',
  },
});
