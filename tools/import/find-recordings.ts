/**
 * Which recordings the user means: files of any format, a WFDB record's name without ending, folders of them mixed.
 * Only the beginnings of files are read here.
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

/** A record's header stands for the record, with what lies beside it. */
function besideHeader(header: string): FoundRecording[] {
  const files = filesIn(dirname(header));
  return groupFiles(files).filter(
    ({ format, files: own }) => format === 'wfdb' && own.some(({ path }) => path === header),
  );
}

/** In order of name; throws where a path leads to nothing. */
export function findRecordings(path: string): FoundRecording[] {
  const full = resolve(path);
  if (existsSync(full) && statSync(full).isDirectory()) return groupFiles(filesIn(full));
  const header = `${existsSync(full) ? stemOf(full) : full}.hea`;
  if (existsSync(header) && (!existsSync(full) || /\.(hea|dat|mat|atr)$/i.test(full)))
    return besideHeader(header);
  if (existsSync(full)) return groupFiles([begin(full)]);
  throw new Error(`there is no ${path}`);
}
