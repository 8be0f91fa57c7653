/** Explains in one sentence why a start failed, if an operator can fix it. */
import { isConnectionFault } from '../platform/db/connection-fault.ts';

const ownCodes = ['config/', 'postgres/', 'database/', 'files/', 'tls/', 'backup/'];

/** PostgreSQL codes: a wrong role or password (28), a missing database (3D). */
const refusedByDatabase = /^(28|3D)\w{3}$/;

/** PostgreSQL's code for a role without a right. At a start only the making of tables needs rights. */
const notAllowed = '42501';

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'This user has no permission for it',
  EPERM: 'This user has no permission for it',
  EROFS: 'Its file system accepts no writes',
  ENOTDIR: 'A part of it is a file, not a folder',
  ENOSPC: 'Its disk is full',
  EADDRINUSE: 'Another program uses it',
  EADDRNOTAVAIL: 'This machine has no such address',
};

const field = (fault: Error, name: string): string => {
  const value: unknown = Reflect.get(fault, name);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** Notes on a fault of `work` which setting names the database or server that it talks to. */
export async function ofSetting<T>(setting: string, work: Promise<T>): Promise<T> {
  return work.catch((fault: unknown) => {
    if (fault instanceof Error) Object.assign(fault, { setting });
    throw fault;
  });
}

/** Returns the explanation; null for a fault of the server itself. */
export function operatorWords(fault: unknown): string | null {
  if (!(fault instanceof Error)) return null;
  const code = field(fault, 'code');
  if (ownCodes.some((own) => code.startsWith(own))) return fault.message;
  const reason = reasons[code];
  if (reason !== undefined && field(fault, 'syscall') === 'listen')
    return `The server cannot listen on port ${field(fault, 'port')} of ${field(fault, 'address')}. ${reason}. Change HOST, or the setting of this port.`;
  if (reason !== undefined) return `Cannot use ${field(fault, 'path') || 'a file'}. ${reason} (${code}).`;
  if (field(fault, 'syscall') === 'getaddrinfo')
    return `This machine finds no address for the name ${field(fault, 'hostname')} (${code}). Correct ${field(fault, 'setting') || 'the setting that has it, such as HOST or DATABASE_URL'}.`;
  if (code === notAllowed)
    return `The role that makes the tables may not do so: ${fault.message}. DATABASE_OWNER_URL, or DATABASE_URL without it, must name the role that owns the database.`;
  const setting = field(fault, 'setting') || 'DATABASE_URL';
  if (isConnectionFault(fault))
    return `The database of ${setting} does not answer: ${fault.message || code}.`;
  return refusedByDatabase.test(code)
    ? `The database of ${setting} refuses the server: ${fault.message}.`
    : null;
}
