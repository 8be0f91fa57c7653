/** The short form of every fault program; each prints its figures when it is run by command. */
import { expect, test } from 'vitest';
import { faultPrograms } from './programs.ts';

test.each(faultPrograms)(
  '$name: $says',
  async ({ run }) => {
    const figures: string[] = [];
    await run('short', (figure) => void figures.push(figure));
    expect(figures.length).toBeGreaterThan(0);
  },
  600_000,
);
