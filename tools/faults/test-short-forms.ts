/** Tests the fault programs in their short form, in parts that run in parallel. */
import { expect, test } from 'vitest';
import { faultPrograms } from './programs.ts';

const shares = 4;
/** Each takes some seconds on an idle machine; this limit ends one that never does. */
const longestMs = 300_000;

/** @param share from 0; one test file for each */
export function testShortForms(share: number): void {
  test.each(faultPrograms.filter((_program, at) => at % shares === share))(
    '$name: $says',
    async ({ run }) => {
      const figures: string[] = [];
      await run('short', (figure) => void figures.push(figure));
      expect(figures.length).toBeGreaterThan(0);
    },
    longestMs,
  );
}
