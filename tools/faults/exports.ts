/**
 * Exports a synthetic recording and lets other programs read the files: MNE, EDFlib and BioSig, and Python's csv and zip
 * modules. Programs that are not installed do not judge, and the figures say so.
 *
 * Invariants: each judge reads every sample as it was recorded, and finds every note at its time to a sample.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rhythmNames } from '@rhythmdesk/ecg/labels/rhythm-names';
import { NO_SIGNAL } from '@rhythmdesk/ecg/labels/stored-samples';
import {
  edfInOnePiece,
  edfWithBeats,
  edfWithoutBeats,
} from '@rhythmdesk/server/features/recordings/export-edf';
import { csvReply } from '@rhythmdesk/server/features/recordings/export-tables';
import { wfdbReply } from '@rhythmdesk/server/features/recordings/export-wfdb';
import type { BinaryReply } from '@rhythmdesk/server/platform/http/handler';
import {
  installedJudges,
  readByBiosig,
  readByEdflib,
  readByMne,
  readTable,
  readWfdb,
  unpack,
  type Judged,
  type JudgedNote,
} from './export-judges.ts';
import { invariant, type FaultProgram, type FaultReport } from './fault-program.ts';
import {
  beatLetters,
  judgedHz,
  judgedLeads,
  judgedRecording,
  microvoltsPerStep,
} from './judged-recording.ts';

type Made = ReturnType<typeof judgedRecording>;
type Expected = Judged & {
  /** Greatest distance of a note's time. */
  readonly within_s?: number;
};

const recordSamples = judgedHz;

/** Returns the steps of an EDF: missing samples are 0 µV, and in a file with gaps records without signal are left out. */
function edfLeads({ frames }: Made, withGaps: boolean): Int16Array[] {
  const stride = judgedLeads.length;
  const frameWords = recordSamples * stride;
  const out: number[][] = judgedLeads.map(() => []);
  for (let at = 0; at < frames.length; at += frameWords) {
    const record = frames.subarray(at, at + frameWords);
    if (withGaps && record.every((step) => step === NO_SIGNAL)) continue;
    for (let i = 0; i < frameWords; i++) {
      const step = record[i] ?? NO_SIGNAL;
      out[i % stride]?.push(step === NO_SIGNAL ? 0 : step);
    }
  }
  return out.map((steps) => Int16Array.from(steps));
}

const seconds = (samples: number): number => samples / judgedHz;

function beatNotes({ recording }: Made): JudgedNote[] {
  return Array.from(recording.marks.beats?.samples ?? [], (sample, i) => ({
    at_s: seconds(sample),
    duration_s: 0,
    text: beatLetters[i % beatLetters.length] ?? '',
  }));
}

function edfNotes({ recording: { marks, frames } }: Made): JudgedNote[] {
  const padding = Math.ceil(frames.samples / recordSamples) * recordSamples - frames.samples;
  return [
    ...marks.episodes.map(({ kind, start_sample: start, end_sample: end }) => ({
      at_s: seconds(start),
      duration_s: seconds(end - start),
      text: rhythmNames[kind],
    })),
    ...marks.events.map(({ at_ms, text }) => ({ at_s: at_ms / 1000, duration_s: 0, text })),
    ...marks.gaps.map(([lead, start, end]) => ({
      at_s: seconds(start),
      duration_s: seconds(end - start),
      text: lead < 0 ? 'No signal' : `No signal ${judgedLeads[lead] ?? ''}`,
    })),
    ...(padding === 0
      ? []
      : [{ at_s: seconds(frames.samples), duration_s: seconds(padding), text: 'Recording ends' }]),
  ];
}

const inOrder = (notes: readonly JudgedNote[]): JudgedNote[] =>
  notes.toSorted((a, b) => a.text.localeCompare(b.text) || a.at_s - b.at_s);

function checkJudge(name: string, found: Judged, { leads, notes, within_s = 1e-6 }: Expected): void {
  leads.forEach((steps, lead) => {
    const read = found.leads[lead] ?? new Int16Array();
    invariant(
      read.length === steps.length,
      `${name}: ${String(read.length)} samples of ${String(steps.length)}`,
    );
    const wrong = steps.findIndex((step, i) => step !== read[i]);
    invariant(
      wrong < 0,
      `${name}: sample ${String(wrong)} is ${String(read[wrong])}, not ${String(steps[wrong])}`,
    );
  });
  const [given, read] = [inOrder(notes), inOrder(found.notes)];
  invariant(read.length === given.length, `${name}: ${String(read.length)} notes of ${String(given.length)}`);
  given.forEach((note, i) => {
    const other = read[i];
    const isSame =
      other?.text === note.text &&
      Math.abs(other.at_s - note.at_s) <= within_s &&
      Math.abs(other.duration_s - note.duration_s) <= within_s;
    invariant(isSame, `${name}: ${JSON.stringify(other)} is not ${JSON.stringify(note)}`);
  });
}

/** MNE joins the records of an EDF+D, and drops the notes behind the end of what it joined. */
function checkMne(file: string, found: Judged, { leads, notes }: Expected): void {
  const end = seconds(leads[0]?.length ?? 0);
  checkJudge(`MNE, ${file}`, found, { leads, notes: notes.filter(({ at_s }) => at_s < end) });
}

async function save(folder: string, name: string, reply: Pick<BinaryReply, 'body'>) {
  const file = path.join(folder, name);
  await writeFile(file, reply.body);
  return file;
}

type Judges = ReturnType<typeof installedJudges>;

/** BioSig counts samples from 1 in EDF+C, and marks each record of an EDF+D as a segment. */
function biosigNotes({ leads, notes }: Judged): Judged {
  return { leads, notes: notes.filter(({ text }) => !text.startsWith('start of a new segment')) };
}

const aboutASample = 1.5 / judgedHz;

async function judgeEdf(folder: string, made: Made, judges: Judges): Promise<number> {
  const { source, recording } = made;
  let compared = 0;
  const files = [
    { name: 'gaps.edf', reply: await edfWithoutBeats(source, recording), withGaps: true, withBeats: false },
    {
      name: 'continuous.edf',
      reply: await edfInOnePiece(source, recording),
      withGaps: false,
      withBeats: false,
    },
    { name: 'beats.edf', reply: await edfWithBeats(source, recording), withGaps: true, withBeats: true },
  ];
  for (const { name, reply, withGaps, withBeats } of files) {
    const file = await save(folder, name, reply);
    const expected: Expected = {
      leads: edfLeads(made, withGaps),
      notes: [...edfNotes(made), ...(withBeats ? beatNotes(made) : [])],
    };
    const check = (judge: string, found: Judged, within_s?: number): void => {
      checkJudge(`${judge}, ${name}`, found, within_s === undefined ? expected : { ...expected, within_s });
      compared++;
    };
    if (judges.MNE) checkMne(name, readByMne(file, microvoltsPerStep), expected);
    if (judges.MNE) compared++;
    // BioSig moves the notes of an EDF+D by the gaps before the record that contains them.
    const withinS = withGaps ? recording.frames.samples : aboutASample;
    if (judges.BioSig) check('BioSig', biosigNotes(readByBiosig(file, judgedLeads.length)), withinS);
    if (!judges.EDFlib) continue;
    const found = readByEdflib(folder, file, judgedLeads.length);
    invariant((found === null) === withGaps, `EDFlib reads ${name} if it has no gaps`);
    if (found !== null) check('EDFlib', found);
  }
  return compared;
}

/** Codes of the classes of beats (WFDB's `ecgcodes.h`), in the order of `beatLetters`. */
const beatCodes = ['1', '9', '5', '6', '12'];

async function judgeWfdb(folder: string, made: Made, judges: Judges): Promise<void> {
  const { recording, source, frames } = made;
  const stride = judgedLeads.length;
  unpack(await save(folder, 'wfdb.zip', wfdbReply(source, recording)), folder);
  const header = path.join(folder, `${recording.hn_id}.hea`);
  const beats = beatNotes(made).map(({ text, ...note }) => ({
    ...note,
    text: beatCodes[beatLetters.indexOf(text)] ?? '',
  }));
  const leads = judgedLeads.map((_label, lead) => frames.filter((_step, i) => i % stride === lead));
  const read = readWfdb(header, stride, judgedHz);
  const isBeat = ({ text }: JudgedNote): boolean => beatCodes.includes(text);
  checkJudge('WFDB', { ...read, notes: read.notes.filter(isBeat) }, { leads, notes: beats });
  const rhythms = read.notes.filter(({ text }) => text.startsWith('(AFIB'));
  invariant(rhythms.length === recording.marks.episodes.length, 'each episode is a rhythm of the record');
  if (!judges.BioSig) return;
  // BioSig 2.5 mixes the leads of a record of format 16, so it judges the times of beats alone.
  const times = readByBiosig(header, stride).notes.filter(({ text }) =>
    /\b(?:beat|contraction)\b/.test(text),
  );
  const asBeats = (notes: readonly JudgedNote[]): JudgedNote[] =>
    notes.map((note) => ({ ...note, text: 'beat' }));
  checkJudge(
    'BioSig, WFDB',
    { leads: [], notes: asBeats(times) },
    { leads: [], notes: asBeats(beats), within_s: aboutASample },
  );
}

async function judgeTables(folder: string, made: Made): Promise<void> {
  const { recording, source } = made;
  unpack(await save(folder, 'csv.zip', csvReply(source, recording)), folder);
  const rows = readTable(path.join(folder, 'beats.csv'));
  const given = beatNotes(made);
  invariant(
    rows.length === given.length,
    `Python reads ${String(rows.length)} beats of ${String(given.length)}`,
  );
  given.forEach(({ at_s, text }, i) => {
    const row = rows[i] ?? {};
    const isSame =
      Date.parse(row['time'] ?? '') === recording.start_ms + Math.round(at_s * 1000) && row['class'] === text;
    invariant(isSame, `Python reads beat ${String(i)} as ${JSON.stringify(row)}`);
  });
}

async function judge(folder: string, long: boolean, report: FaultReport): Promise<void> {
  const judges = installedJudges(folder);
  const missing = Object.entries(judges).flatMap(([name, isThere]) => (isThere ? [] : [name]));
  report('judges that are not installed', missing.join(', ') || 'none');
  const made = judgedRecording(long ? 24 * 3600 + 0.5 : 180.5);
  report('samples of a lead', made.recording.frames.samples);
  report('EDF+ files compared', await judgeEdf(folder, made, judges));
  // Debian's Python is there whenever MNE is.
  if (judges.MNE) await judgeWfdb(folder, made, judges);
  if (judges.MNE) await judgeTables(folder, made);
  report('WFDB records and tables compared', judges.MNE ? 2 : 0);
}

export const exportsJudged: FaultProgram = {
  name: 'exports',
  says: 'every sample and note of an export is the same in other programs',
  run: async (size, report) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'exports-'));
    try {
      await judge(folder, size === 'long', report);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};
