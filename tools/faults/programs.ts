/** Every fault program, in the order in which the long form runs them. */
import { backupDrill } from './backup-drill.ts';
import type { FaultProgram } from './fault-program.ts';
import { failoverProgram } from './failovers.ts';
import { fullDisk } from './full-disk.ts';
import { killRounds } from './kill-rounds.ts';
import { sweepScale } from './sweep-scale.ts';

export const faultPrograms: readonly FaultProgram[] = [failoverProgram, killRounds, fullDisk, sweepScale, backupDrill];
