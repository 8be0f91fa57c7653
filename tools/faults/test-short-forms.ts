/** Tests the fault programs in their short form, in groups that run in parallel. */
import { afterAll, expect, test } from 'vitest';
import { faultGroups } from './programs.ts';
import { endShared } from './shared-context.ts';

/** Ten times the slowest on an idle machine; it ends one that never does. */
const longestMs = 200_000;

/** @param group from 0; one test file for each */
export function testShortForms(group: number): void {
  afterAll(endShared);
  test.each(faultGroups[group] ?? [])(
    '$name: $says',
    async ({ run }) => {
      const figures: string[] = [];
      await run('short', (figure) => void figures.push(figure));
      expect(figures.length).toBeGreaterThan(0);
    },
    longestMs,
  );
}
