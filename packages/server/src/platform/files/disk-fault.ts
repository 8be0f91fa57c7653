/** What a disk says that is read-only, full, gone or broken: no fault of the code’s, over once the disk is well again. */
const roomCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);
const diskCodes: ReadonlySet<unknown> = new Set([
  ...['EROFS', 'EACCES', 'EPERM', 'EIO', 'ENXIO', 'ENODEV', 'ESTALE', 'EUCLEAN', 'ENOTCONN'],
]);

/** Only of calls to the file system, which say where. */
const codeOf = (fault: unknown): unknown =>
  fault instanceof Error && 'code' in fault && 'syscall' in fault ? fault.code : null;

export const isRoomFault = (fault: unknown): boolean => roomCodes.has(codeOf(fault));
export const isDiskFault = (fault: unknown): boolean => diskCodes.has(codeOf(fault));
