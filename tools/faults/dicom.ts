/**
 * Makes reports, their strips and recordings of patients with names of many scripts DICOM objects, and lets other programs
 * judge them: `dciodvfy` of dicom3tools checks each against the standard, and Orthanc stores all, file by file and by the
 * product's own STOW-RS, and gives them back.
 *
 * Invariants: no object has an error; each is given back byte by byte; a repeated object changes nothing.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import {
  reportObject,
  type ReportObjectSource,
} from '@rhythmdesk/server/features/integration/dicom/report-object';
import {
  waveformBytes,
  waveformObject,
  type WaveformSource,
} from '@rhythmdesk/server/records/dicom/waveform-object';
import { writeDicom } from '@rhythmdesk/server/platform/dicom/dicom-writer';
import { z } from 'zod';
import { invariant, type FaultProgram, type FaultReport } from './fault-program.ts';
import { missing } from './installed.ts';
import { missingOrthanc, startOrthanc } from './orthanc.ts';
import { chanceOf, pick, type Chance } from './random-input.ts';
import { sendAll } from './dicom-sending.ts';

const run = promisify(execFile);
const usualCount = 1_000;
const validator = 'dciodvfy';

const scripts = [
  ...['ABCDEF ghijkl', 'ÀÉÎõüß Žluťoučký', 'Иванов Кот', 'Παπαδόπουλος', 'محمد علي', 'שלום כהן'],
  ...['山田太郎佐藤', 'さくらサトウ', '김이박최민수', '王小东欧阳', 'สมชาย', 'हिन्दी', '😀♥𠮷', 'a\\b^c=d\te'],
];
const zones = ['Asia/Seoul', 'Asia/Tokyo', 'America/St_Johns', 'Asia/Kathmandu', 'UTC', 'Pacific/Apia'];
const genders = ['male', 'female', 'other', null];

const textOf = (chance: Chance, most: number): string => {
  const letters = Array.from(pick(chance, scripts) ?? '');
  const length = Math.floor(chance() * (most + 1));
  return Array.from({ length }, () => pick(chance, letters) ?? '').join('');
};

function sourceOf(number: number, chance: Chance): ReportObjectSource {
  const begun_at = new Date(Date.UTC(2026, 10, 1) + Math.floor(chance() * 3e10));
  return {
    installation_id: 'a0b1c2d3-0000-4000-8000-000000000000',
    case_id: number,
    hn_id: `HN${String(number).padStart(6, '0')}`,
    order_number: textOf(chance, 30),
    patient: {
      patient_id: `P-${textOf(chance, 50)}`.replace(/[\\\t]/g, '').trim(),
      last_name: textOf(chance, 80),
      first_name: textOf(chance, 80),
      birth_date: chance() < 0.2 ? null : '1954-03-12',
      gender: pick(chance, genders) ?? null,
    },
    time_zone: pick(chance, zones) ?? 'UTC',
    begun_at,
    institution: textOf(chance, 100),
    report_version: 1 + Math.floor(chance() * 5),
    released_at: new Date(begun_at.getTime() + Math.floor(chance() * 1e9)),
    title: textOf(chance, 60),
    conclusion: `${textOf(chance, 1_200)}\n${textOf(chance, 40)}`,
    signed: chance() < 0.9,
    strips: Array.from({ length: Math.floor(chance() * 4) }, (_none, at) => ({
      sop_class: '1.2.840.10008.5.1.4.1.1.9.1.2',
      sop_instance: `2.25.${String(1_000 * number + at)}`,
    })),
    pdf: Buffer.from(`%PDF-1.7\n${'x'.repeat(Math.floor(chance() * 3_000))}`),
  };
}

const labels = ['I', 'II', 'III', 'aVR', 'aVL', 'aVF', 'V1', 'V2', 'V3', 'V4', 'V5', 'V6'];

/** Returns a recording or a strip of the standard leads or of others, as a file with its samples. */
function waveformOf(number: number, chance: Chance, isStrip: boolean): Buffer {
  const { pdf: _pdf, strips: _strips, ...study } = sourceOf(number, chance);
  const isTwelve = chance() < 0.3;
  const leads = isTwelve
    ? labels
    : labels
        .slice(0, 1 + Math.floor(chance() * 11))
        .map((label) => (chance() < 0.5 ? label : textOf(chance, 16)));
  const source: WaveformSource = {
    ...study,
    part: isStrip
      ? { of: 'strip', strip: number, start_sample: 0, end_sample: 1, caption: textOf(chance, 1_100) }
      : { of: 'recording', recording_id: number },
    start_ms: study.begun_at.getTime(),
    sampling_hz: pick(chance, [50, 100, 128, 200, 250, 500, 1_000]) ?? 250,
    samples: 1 + Math.floor(chance() * 20_000),
    leads: leads.map((label) => ({
      label,
      gain_uv_per_lsb: 0.1 + chance() * 10,
      zero_lsb: Math.round(chance() * 100),
    })),
  };
  const samples = Buffer.alloc(waveformBytes(source));
  for (let at = 0; at < samples.length; at += 2)
    samples.writeInt16LE(Math.floor(chance() * 65_536) - 32_768, at);
  return Buffer.concat([writeDicom(waveformObject(source)), samples]);
}

/** What the validator calls the objects. */
const names = new Set(['EncapsulatedPDF', 'TwelveLeadECG', 'GeneralECG', 'AmbulatoryECG']);

/** Returns the lines in which the validator names an error. */
async function errorsOf(file: string): Promise<string[]> {
  const said = await run(validator, [file]).catch((fault: unknown) =>
    z.object({ stdout: z.string(), stderr: z.string() }).parse(fault),
  );
  const lines = `${said.stdout}\n${said.stderr}`.split('\n');
  invariant(
    lines.some((line) => names.has(line.trim())),
    `${validator} does not know the object: ${lines.join(' ')}`,
  );
  return lines.filter((line) => line.startsWith('Error'));
}

const lengthError = /<(.*)> - Length invalid for this VR = \d+, expected <= (\d+)$/;
/** A summary of the errors before it. */
const summary = 'Error - Dicom dataset contains invalid data values for Value Representations';

/** Returns whether a text is within its length, which counts characters; the validator counts bytes. */
function isWithin(error: string): boolean {
  const [, text, most] = lengthError.exec(error) ?? [];
  if (text === undefined) return false;
  const parts = error.includes(' PN ') ? text.split('=') : [text];
  return parts.every((part) => Array.from(part).length <= Number(most));
}

async function validateAll(objects: readonly Buffer[], report: FaultReport): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'dicom-'));
  const errors: string[] = [];
  let inBytes = 0;
  try {
    for (const [number, bytes] of objects.entries()) {
      const file = path.join(folder, `${String(number)}.dcm`);
      await writeFile(file, bytes);
      const found = await errorsOf(file);
      const real = found.filter((error) => error !== summary && !isWithin(error));
      inBytes += found.filter(isWithin).length;
      errors.push(...real);
      await rm(file);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  report(`objects judged by ${validator}`, objects.length);
  report('texts whose length it counts in bytes instead of characters', inBytes);
  report('errors', errors.length);
  invariant(errors.length === 0, [...new Set(errors)].slice(0, 20).join('\n'));
}

const stored = z.object({ ID: z.string(), Status: z.string() });

async function storeAll(objects: readonly Buffer[], report: FaultReport): Promise<void> {
  const orthanc = await startOrthanc();
  const store = async (bytes: Buffer) => {
    const answer = await fetch(`${orthanc.address}/instances`, {
      method: 'POST',
      body: new Uint8Array(bytes),
    });
    return stored.parse(await answer.json());
  };
  try {
    for (const bytes of objects) {
      const { ID, Status } = await store(bytes);
      invariant(Status === 'Success', `Orthanc stored an object as ${Status}`);
      const given = await fetch(`${orthanc.address}/instances/${ID}/file`);
      invariant(Buffer.from(await given.arrayBuffer()).equals(bytes), 'Orthanc gave another object back');
      invariant((await store(bytes)).Status === 'AlreadyStored', 'a repeated object was stored again');
    }
    report('objects that Orthanc stored and gave back equal', objects.length);
  } finally {
    await orthanc.stop();
  }
}

const makers = [
  (number: number, chance: Chance) => writeDicom(reportObject(sourceOf(number, chance))),
  (number: number, chance: Chance) => waveformOf(number, chance, true),
  (number: number, chance: Chance) => waveformOf(number, chance, false),
];

export const dicom: FaultProgram = {
  name: 'dicom',
  says: 'lets dicom3tools and Orthanc judge reports, strips and recordings as DICOM objects',
  run: async (_size, report, count = usualCount) => {
    const chance = chanceOf(1);
    const objects = Array.from({ length: count }, (_none, at) => {
      const make = makers[at % makers.length] ?? waveformOf;
      return make(at + 1, chance, true);
    });
    if (missing([validator]) === undefined) await validateAll(objects, report);
    else report(validator, 'NOT RUN: not installed (apt install dicom3tools)');
    const absent = missingOrthanc();
    if (absent !== undefined) {
      report(absent, 'NOT RUN: not installed (apt install orthanc orthanc-dicomweb)');
      return;
    }
    await storeAll(objects, report);
    await sendAll(objects, report);
  },
};
