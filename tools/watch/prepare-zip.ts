/**
 * Makes the zip that is uploaded for a recording of a watch folder, by the same code as the page: a recording zip is
 * checked, any other format is converted.
 */
import { openAsBlob } from 'node:fs';
import { copyFile, open, rename, writeFile } from 'node:fs/promises';
import { hnIdWithin } from '@rhythmdesk/ecg/labels/hn-id';
import { zoneClock } from '@rhythmdesk/domain/kit/wall-clock';
import { checkFile } from '@rhythmdesk/web/features/uploads/check/check-file';
import { CheckRefusal, type CheckFault } from '@rhythmdesk/web/features/uploads/check/check-result';
import { makeZip } from '@rhythmdesk/web/features/uploads/convert/make-zip';
import { isZip, sourcesOf } from '@rhythmdesk/web/features/uploads/convert/source';
import { surveySource } from '@rhythmdesk/web/features/uploads/convert/survey-source';
import { texts } from '@rhythmdesk/web/platform/texts/en/upload-refusals';
import type { Taken } from './taken.ts';

/** Why a recording is refused here, in plain words. */
export class NotARecording extends Error {
  override readonly name = 'NotARecording';
}

/** Returns the code of the fault and the sentence with which the upload page names it. */
function wordsOf({ reason, entry, row, column, format }: CheckFault): string {
  const values = new Map([
    ['entry', entry],
    ['row', String(row ?? '')],
    ['column', column ?? ''],
    ['format', format ?? ''],
  ]);
  const sentence = texts[`reason.${reason}`].replaceAll(
    /\{\{(\w+)\}\}/g,
    (_all, name: string) => values.get(name) ?? '',
  );
  return `${reason}: ${sentence.trim()}`;
}

type Prepared = { readonly hn_id: string; readonly filename: string };

async function prepareZip(taken: Taken, zip: File, path: string): Promise<Prepared> {
  const { fault, facts } = await checkFile(zip);
  if (fault !== null) throw new NotARecording(wordsOf(fault));
  const hn_id = facts?.hn_id ?? hnIdWithin(zip.name.toUpperCase());
  if (hn_id === null) throw new NotARecording('no HN ID in the file or its name');
  await copyFile(path, `${taken.zip}.new`);
  return { hn_id, filename: zip.name };
}

async function convert(taken: Taken, files: readonly File[], time_zone: string): Promise<Prepared> {
  const [source, ...others] = await sourcesOf(files);
  if (source === undefined || others.length > 0) throw new NotARecording('the files are not one recording');
  const pass = { onShare: () => undefined, signal: new AbortController().signal };
  const survey = await surveySource(source, pass);
  const { hn_id, clock_ms, clock_has_zone } = survey.shown;
  if (hn_id === null) throw new NotARecording('no HN ID in the file or its name');
  if (clock_ms === null) throw new NotARecording('the file does not say when the recording began');
  const start_ms = clock_has_zone ? clock_ms : zoneClock(time_zone).instant(clock_ms);
  const blob = await makeZip(survey, { hn_id, start_ms, start_from: 'file' }, pass);
  await writeFile(`${taken.zip}.new`, blob.stream());
  const filename = `${source.name.slice(0, 200)}.zip`;
  const { fault } = await checkFile(new File([await openAsBlob(`${taken.zip}.new`)], filename));
  if (fault !== null) throw new NotARecording(wordsOf(fault));
  return { hn_id, filename };
}

/** Otherwise a power cut could leave a part of a zip that is known as prepared. */
async function makeDurable(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Writes the zip. Throws `NotARecording` with the reason if there can be none. */
export async function prepare(taken: Taken, time_zone: string): Promise<void> {
  try {
    const files = await Promise.all(
      taken.files.map(async ({ name, path }) => new File([await openAsBlob(path)], name)),
    );
    const [file] = files;
    const [at] = taken.files;
    if (file === undefined || at === undefined) throw new NotARecording('there is no file');
    const prepared =
      files.length === 1 && isZip(file)
        ? await prepareZip(taken, file, at.path)
        : await convert(taken, files, time_zone);
    await makeDurable(`${taken.zip}.new`);
    await rename(`${taken.zip}.new`, taken.zip);
    await taken.change({ prepared });
  } catch (fault) {
    if (fault instanceof CheckRefusal) throw new NotARecording(wordsOf(fault.fault));
    throw fault;
  }
}
