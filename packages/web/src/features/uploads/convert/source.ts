/**
 * Groups dropped files other than zips into recordings: a WFDB record is several files, every other recording is one.
 * Only the beginnings of files are read here; the worker reads the rest.
 */
import type { SourceFormat } from '@rhythmdesk/ecg/formats/detect-format';
import { groupFiles, groupHeadBytes } from '@rhythmdesk/ecg/formats/group-files';

export type Source = {
  /** Null if none of its files begins like a recording. */
  readonly format: SourceFormat | null;
  /** The record's or the file's name without its extension. */
  readonly name: string;
  readonly files: readonly File[];
};

export const isZip = (file: File): boolean => /\.zip$/i.test(file.name);

/** The file types that the system's file dialog offers. */
export const acceptedFiles =
  '.zip,.edf,.bdf,.rec,.ecg,.ish,.scp,.dcm,.xml,.mwf,.mfer,.mfr,.hea,.dat,.mat,.atr,application/zip,application/dicom';

async function sourceHeader(file: File): Promise<Uint8Array> {
  return file
    .slice(0, groupHeadBytes)
    .arrayBuffer()
    .then(
      (bytes) => new Uint8Array(bytes),
      () => new Uint8Array(),
    );
}

export async function sourcesOf(files: readonly File[]): Promise<Source[]> {
  const heads = await Promise.all(
    files.map(async (file) => ({ name: file.name, head: await sourceHeader(file), file })),
  );
  return groupFiles(heads).map(({ name, format, files: own }) => ({
    name,
    format,
    files: own.map(({ file }) => file),
  }));
}
