/** Lists every fault program. */
import { backupDrill } from './backup-drill.ts';
import { brokenBodies } from './broken-bodies.ts';
import { dicom } from './dicom.ts';
import { diskGone } from './disk-gone.ts';
import { everything } from './everything.ts';
import { exportsJudged } from './exports.ts';
import { failoverProgram } from './failovers.ts';
import { clockOff } from './clock-off.ts';
import type { FaultProgram } from './fault-program.ts';
import { fullDisk } from './full-disk.ts';
import { fuzz } from './fuzz.ts';
import { hl7 } from './hl7.ts';
import { hostileFiles } from './hostile-files.ts';
import { historyScale } from './history-scale.ts';
import { install } from './install.ts';
import { killedReads } from './killed-reads.ts';
import { killRounds } from './kill-rounds.ts';
import { ledger } from './ledger.ts';
import { manyServers } from './many-servers.ts';
import { metrics } from './metrics.ts';
import { overload } from './overload.ts';
import { pgbackrest } from './pgbackrest.ts';
import { pgbouncer } from './pgbouncer.ts';
import { pipelinedFlood } from './pipelined-flood.ts';
import { races } from './races.ts';
import { standby } from './standby.ts';
import { sftp } from './sftp.ts';
import { s3Judge } from './s3-judge.ts';
import { soak } from './soak.ts';
import { statementFaults } from './statement-faults.ts';
import { writeFaults } from './write-faults.ts';
import { upgrade } from './upgrade.ts';
import { sweepScale } from './sweep-scale.ts';

/**
 * The short forms run group by group, two groups at a time; those of the first two share one installation or one node.
 * The longest group comes first, so that none runs alone at the end.
 */
export const faultGroups: readonly (readonly FaultProgram[])[] = [
  // Requests of `fuzz` end sessions of the others.
  [races, hostileFiles, diskGone, soak, brokenBodies, fuzz],
  [failoverProgram, killRounds, killedReads, ledger],
  [backupDrill, fullDisk, sweepScale, historyScale, statementFaults],
  [upgrade, writeFaults, clockOff, pipelinedFlood, exportsJudged, hl7],
];

/** These need programs that a machine may lack, or minutes, and have no short form. */
const longPrograms: readonly FaultProgram[] = [
  dicom,
  everything,
  install,
  manyServers,
  metrics,
  overload,
  pgbackrest,
  pgbouncer,
  s3Judge,
  sftp,
  standby,
];

export const faultPrograms = [...faultGroups.flat(), ...longPrograms];
