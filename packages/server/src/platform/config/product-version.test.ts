import { releases } from '@rhythmdesk/domain/releases/releases';
import { expect, test } from 'vitest';
import { productVersion } from './product-version.ts';

test('the newest release notes are those of the version in package.json', () => {
  expect(releases[0].version).toBe(productVersion);
});
