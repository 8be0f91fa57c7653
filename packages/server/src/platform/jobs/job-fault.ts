/** Classifies what stopped a job with one word of a closed list, because the message of a fault may name patients. */
import type { JobFault } from '@rhythmdesk/contract/jobs';
import { isConnectionFault } from '../db/connection-fault.ts';
import { FileFault, isAway } from '../files/file-store.ts';
import { ThreadLimitPassed } from '../threads/run-in-thread.ts';
import { GiveUp } from './give-up.ts';

const memoryCodes = new Set(['ERR_WORKER_OUT_OF_MEMORY', 'ENOMEM']);
const roomCodes = new Set(['ENOSPC', 'EDQUOT']);
const fileCodes = new Set([
  ...['ENOENT', 'EIO', 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ESTALE', 'EMFILE', 'EUCLEAN'],
  ...['files/too-many-orphans', 'files/too-much-damage'],
]);

function codeOf(fault: unknown): string {
  return fault instanceof Error && 'code' in fault && typeof fault.code === 'string' ? fault.code : '';
}

export class DeafJob extends Error {
  override readonly name = 'DeafJob';
}

export function jobFaultOf(fault: unknown): JobFault {
  const code = codeOf(fault);
  if (fault instanceof GiveUp) return 'refused';
  if (fault instanceof DeafJob) return 'stopped';
  if (fault instanceof FileFault && isAway(fault)) return 'files-away';
  if (fault instanceof FileFault) return fault.code === 'files/no-room' ? 'disk-full' : 'file';
  if (isConnectionFault(fault)) return 'database';
  if (fault instanceof ThreadLimitPassed && fault.limit === 'memory') return 'memory';
  if (memoryCodes.has(code)) return 'memory';
  if (roomCodes.has(code)) return 'disk-full';
  return fileCodes.has(code) ? 'file' : 'other';
}
