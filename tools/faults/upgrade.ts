/**
 * Starts an installation of an older commit with the current code and kills it at random moments of its migration.
 * Every row, case, report, tile, beat, user, session and half-sent upload is the same afterwards; a downgrade is
 * refused in one sentence. The backup of an older commit is restored with everything in it, and that of a newer version
 * is refused. The short form uses small fixtures; the long form runs the older commits themselves.
 */
import type { FaultProgram, FaultReport } from './fault-program.ts';
import { upgradeFolder } from './upgrade/long-form.ts';
import { restoreOldBackup } from './upgrade/old-backup.ts';
import { upgradeFixture } from './upgrade/short-form.ts';

async function short(report: FaultReport, count?: number): Promise<void> {
  await upgradeFixture(report, count);
  await restoreOldBackup(report);
}

export const upgrade: FaultProgram = {
  name: 'upgrade',
  says: 'an upgrade killed at any moment of its migration keeps everything; a downgrade is refused',
  run: (size, report, count) => (size === 'long' ? upgradeFolder(report, count ?? 20) : short(report, count)),
};
