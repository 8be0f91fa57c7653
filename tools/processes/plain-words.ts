/** Explains why a command failed in one sentence, without a stack. */

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'This user has no permission for it',
  EPERM: 'This user has no permission for it',
  EROFS: 'The file system accepts no writes',
  ENOTDIR: 'A part of the path is a file, not a folder',
  ENOSPC: 'The disk is full',
};

/** Returns the text of an error; for a system error, its meaning and the path. */
export function plainWords(fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault);
  const reason = 'code' in fault ? reasons[String(fault.code)] : undefined;
  if (reason === undefined) return fault.message;
  return `${reason}: ${'path' in fault ? String(fault.path) : fault.message}`;
}
