/**
 * Journeys by role in a real browser. Each worker has a server and a database of its own (`world/worker-server.ts`),
 * each journey its own people and cases. `npm test` names the browser (`E2E_BROWSER`).
 *
 * The journeys of `onDemo` still run on the shared demo, one after the other, which `E2E_PORT` serves.
 */
import { defineConfig, devices } from '@playwright/test';
import { onDemo } from './demo-journeys.ts';

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

const demoFiles = onDemo.map((name) => `**/${name}.journey.ts`);
const named = process.argv.slice(2).filter((word) => !word.startsWith('-') && word !== 'test');
const wantsDemo =
  !process.argv.includes('--project=worlds') &&
  onDemo.some(
    (name) => named.length === 0 || named.some((word) => `journeys/${name}.journey.ts`.includes(word)),
  );

export default defineConfig({
  testDir: 'journeys',
  testMatch: '**/*.journey.ts',
  outputDir: 'test-results',
  globalSetup: ['./world/prepare-run.ts', ...(wantsDemo ? ['./wait-for-analyses.ts'] : [])],
  workers: 2,
  retries: 0,
  projects: [
    {
      name: 'worlds',
      testIgnore: demoFiles,
      fullyParallel: true,
      timeout: 120_000,
      expect: { timeout: 15_000 },
      use: { actionTimeout: 30_000 },
    },
    ...(wantsDemo
      ? [
          {
            name: 'demo',
            testMatch: demoFiles,
            workers: 1,
            timeout: 600_000,
            expect: { timeout: 120_000 },
            use: {
              baseURL: origin,
              actionTimeout: 120_000,
              storageState: {
                cookies: [],
                origins: [{ origin, localStorage: [{ name: 'pushAsked', value: String(Date.now()) }] }],
              },
            },
          },
        ]
      : []),
  ],
  use: {
    ...devices['Desktop Chrome'],
    locale: 'en-GB',
    timezoneId: 'Asia/Seoul',
    viewport: { width: 1440, height: 900 },
    // The pages themselves are kept, not pictures of every frame: these cost a tenth of the browser's time.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: true },
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: process.env['E2E_BROWSER'] ?? '/usr/bin/chromium', args: quiet },
  },
  ...(wantsDemo
    ? {
        webServer: {
          // The shell gives way to the demo, so that the stop signal is the demo's own to answer.
          command: `exec "${process.execPath}" ../tools/commands/demo.ts --reset --dir=.data/e2e`,
          env: { HOST: '127.0.0.1', PORT: port },
          wait: { stdout: /The demo is ready/ },
          timeout: 900_000,
          gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
          stdout: 'pipe',
          stderr: 'pipe',
        },
      }
    : {}),
});
