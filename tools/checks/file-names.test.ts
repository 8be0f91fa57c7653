import { expect, test } from 'vitest';
import { checkNames, judgeNames } from './file-names.ts';
import { plant } from './test-repository.ts';

test.each([
  'packages/server/src/platform/utils/clock.ts',
  'packages/server/src/platform/date-utils.ts',
  'packages/web/src/ui/helpers.test.ts',
  'packages/web/src/common/chip.tsx',
  'packages/domain/src/core/case.ts',
  'packages/server/src/features/cases/case-manager.ts',
  'packages/server/src/features/cases/case-service.ts',
  'packages/contract/src/case-dto.ts',
  'packages/contract/src/user-info.ts',
  'tools/demo/data.ts',
  'packages/domain/src/case/index.ts',
  'packages/domain/src/case/Lifecycle.ts',
  'packages/web/src/ui/statusChip.tsx',
  'e2e/journeys/nurse_uploads.journey.ts',
])('%s is refused', (path) => {
  expect(judgeNames([path])).toHaveLength(1);
});

test.each([
  'packages/domain/src/case/lifecycle.ts',
  'packages/domain/src/case/lifecycle.test.ts',
  'packages/server/src/migrations/0001-people-and-cases.sql',
  'packages/ecg/src/formats/trace-data.ts',
  'packages/web/src/platform/push/service-worker.ts',
  'packages/web/src/ui/database-icon.tsx',
  'docs/review-catalogue.md',
  'packages/web/src/features/cases/desk/README.md',
])('%s is accepted', (path) => {
  expect(judgeNames([path])).toEqual([]);
});

test('a planted name is found in a repository', () => {
  const { root, remove } = plant({ 'packages/web/src/ui/helpers.ts': 'export const x = 1;\n' });
  expect(checkNames(root)).toEqual([
    'packages/web/src/ui/helpers.ts: “helpers” does not describe the content',
  ]);
  remove();
});
