import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: ['packages/server/src/platform/db/test-run.ts'],
    include: ['packages/*/src/**/*.test.{ts,tsx}', 'tools/**/*.test.{ts,mjs}'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    maxWorkers: 2,
    // A wait ends with its event; this only bounds one whose event never comes.
    expect: { poll: { timeout: 500_000, interval: 10 } },
  },
});
