/** The short form of every fault program; each prints its figures when it is run by command. */
import { expect, test } from 'vitest';
import { faultPrograms } from './programs.ts';

/** Seconds each on a machine of its own; the limit only bounds one that never ends, however busy the machine is. */
const longestMs = 1_800_000;

test.each(faultPrograms)(
  '$name: $says',
  async ({ run }) => {
    const figures: string[] = [];
    await run('short', (figure) => void figures.push(figure));
    expect(figures.length).toBeGreaterThan(0);
  },
  longestMs,
);
