/**
 * Recognises errors of a disk that is read-only, full, missing or broken. They are no fault of the code and end once
 * the disk is repaired.
 */
const roomCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);
const diskCodes: ReadonlySet<unknown> = new Set([
  ...['EROFS', 'EACCES', 'EPERM', 'EIO', 'ENXIO', 'ENODEV', 'ESTALE', 'EUCLEAN', 'ENOTCONN'],
]);

/** Only errors of file system calls, which contain `syscall`. */
const codeOf = (fault: unknown): unknown =>
  fault instanceof Error && 'code' in fault && 'syscall' in fault ? fault.code : null;

export const isRoomFault = (fault: unknown): boolean => roomCodes.has(codeOf(fault));
export const isDiskFault = (fault: unknown): boolean => diskCodes.has(codeOf(fault));
