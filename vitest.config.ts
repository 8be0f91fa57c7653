import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: ['packages/server/src/platform/db/test-run.ts'],
    include: ['packages/*/src/**/*.test.{ts,tsx}', 'tools/**/*.test.{ts,mjs}'],
    testTimeout: 30_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
});
