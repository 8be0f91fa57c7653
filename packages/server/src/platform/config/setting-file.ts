/** Reads a file that a setting names; a fault becomes one sentence for an operator. */
import { readFile } from 'node:fs/promises';

export class WrongSettingFile extends Error {
  readonly code = 'config/wrong-file';
}

/** Returns why a file that a setting names cannot be read. */
export function unreadableWords(setting: string, file: string, fault: unknown): string {
  const code = fault instanceof Error && 'code' in fault ? String(fault.code) : 'no code';
  if (code === 'ENOENT') return `${setting} names a file that does not exist: ${file}.`;
  if (code === 'EACCES' || code === 'EPERM')
    return `${setting} names a file that this user may not read: ${file}.`;
  return `${setting} cannot be read (${code}): ${file}.`;
}

/** Throws `WrongSettingFile` if the file cannot be read. */
export async function readSettingFile(setting: string, file: string): Promise<string> {
  return readFile(file, 'utf8').catch((fault: unknown) => {
    throw new WrongSettingFile(unreadableWords(setting, file, fault));
  });
}
