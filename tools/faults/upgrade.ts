/**
 * Starts an installation of an older commit with the current code and kills it at random moments of its migration.
 * Every row, case, report, tile, beat, user, session and half-sent upload is the same afterwards; a downgrade is
 * refused in one sentence. The short form upgrades a small fixture; the long form runs the older commit itself.
 */
import type { FaultProgram } from './fault-program.ts';
import { upgradeFolder } from './upgrade/long-form.ts';
import { upgradeFixture } from './upgrade/short-form.ts';

export const upgrade: FaultProgram = {
  name: 'upgrade',
  says: 'an upgrade killed at any moment of its migration keeps everything; a downgrade is refused',
  run: (size, report, count) =>
    size === 'long' ? upgradeFolder(report, count ?? 20) : upgradeFixture(report, count),
};
