/**
 * Finds the recordings that the user named: files of any format, the name of a WFDB record without ending, and folders
 * that mix them. Only the beginning of each file is read here.
 */
import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { groupFiles, groupHeadBytes, stemOf, type FileGroup } from '@rhythmdesk/ecg/formats/group-files';

export type FoundFile = { readonly path: string; readonly name: string; readonly head: Uint8Array };
export type FoundRecording = FileGroup<FoundFile>;

function begin(path: string): FoundFile {
  const head = new Uint8Array(groupHeadBytes);
  const file = openSync(path, 'r');
  try {
    return { path, name: basename(path), head: head.subarray(0, readSync(file, head)) };
  } finally {
    closeSync(file);
  }
}

function filesIn(folder: string): FoundFile[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.'));
  return names.map(({ name }) => begin(join(folder, name))).sort((a, b) => a.name.localeCompare(b.name));
}

/** Returns the recording of a header file, with the files beside it. */
function besideHeader(header: string): FoundRecording[] {
  const files = filesIn(dirname(header));
  return groupFiles(files).filter(
    ({ format, files: own }) => format === 'wfdb' && own.some(({ path }) => path === header),
  );
}

/** Returns the recordings in order of name; throws if a path does not exist. */
export function findRecordings(path: string): FoundRecording[] {
  const full = resolve(path);
  if (existsSync(full) && statSync(full).isDirectory()) return groupFiles(filesIn(full));
  const header = `${existsSync(full) ? stemOf(full) : full}.hea`;
  if (existsSync(header) && (!existsSync(full) || /\.(hea|dat|mat|atr)$/i.test(full)))
    return besideHeader(header);
  if (existsSync(full)) return groupFiles([begin(full)]);
  throw new Error(`there is no ${path}`);
}
