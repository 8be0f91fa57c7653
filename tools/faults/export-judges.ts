/**
 * Runs the programs that judge exports: MNE, BioSig and EDFlib. Each reads a file and gives its steps and notes. They are
 * packages of Debian: python3-mne, biosig-tools, libedf-dev and gcc.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

export type JudgedNote = { readonly at_s: number; readonly duration_s: number; readonly text: string };

export type Judged = {
  /** One array for each lead. */
  readonly leads: readonly Int16Array[];
  readonly notes: readonly JudgedNote[];
};

const here = path.join(import.meta.dirname, 'judges');
/** Debian's packages are those of Debian's own Python. */
const python = '/usr/bin/python3';

function output(program: string, ...words: string[]): string {
  return execFileSync(program, words, {
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

function runs(program: string, ...words: string[]): boolean {
  try {
    output(program, ...words);
    return true;
  } catch {
    return false;
  }
}

/** Returns which judges are installed; builds the reader that uses EDFlib in the folder. */
export function installedJudges(folder: string) {
  const reader = path.join(folder, 'read-edf');
  return {
    MNE: runs(python, '-c', 'import mne'),
    BioSig: runs('sh', '-c', 'command -v save2gdf'),
    EDFlib: runs('gcc', '-O2', '-o', reader, path.join(here, 'read-edf.c'), '-ledf'),
  };
}

function wordsIn(file: string): Int16Array {
  const bytes = readFileSync(file);
  return new Int16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 1);
}

function leadsOf(frames: Int16Array, leads: number): Int16Array[] {
  return Array.from({ length: leads }, (_none, lead) =>
    Int16Array.from({ length: frames.length / leads }, (_value, i) => frames[i * leads + lead] ?? 0),
  );
}

const mneAnswer = z.object({
  furthest: z.number(),
  labels: z.array(z.string()),
  notes: z.array(z.tuple([z.number(), z.number(), z.string()])),
});

export function readByMne(file: string, microvoltsPerStep: number): Judged {
  const target = `${file}.mne`;
  const words = [path.join(here, 'read-edf.py'), file, target, String(microvoltsPerStep)];
  const { furthest, labels, notes } = mneAnswer.parse(JSON.parse(output(python, ...words)));
  if (furthest > 1e-6) throw new Error(`MNE reads values ${String(furthest)} steps beside a step`);
  return {
    leads: leadsOf(wordsIn(target), labels.length),
    notes: notes.map(([at_s, duration_s, text]) => ({ at_s, duration_s, text })),
  };
}

/** Returns null if EDFlib refuses the file. */
export function readByEdflib(folder: string, file: string, leads: number): Judged | null {
  const target = `${file}.edflib`;
  const reader = path.join(folder, 'read-edf');
  if (!runs(reader, file, target)) return null;
  const lines = output(reader, file, target)
    .split('\n')
    .filter((line) => line.includes('\t'));
  return {
    leads: leadsOf(wordsIn(target), leads),
    notes: lines.map((line) => {
      const [at = '', duration = '', text = ''] = line.split('\t');
      return { at_s: Number(at) / 1e7, duration_s: Number(duration), text };
    }),
  };
}

const biosigAnswer = z.object({
  EVENT: z.array(
    z.object({ POS: z.number(), DUR: z.number().default(0), Description: z.string().default('') }),
  ),
});

export function readByBiosig(file: string, leads: number): Judged {
  const target = `${file}.bin`;
  execFileSync('save2gdf', ['-f=BIN', file, target], { stdio: 'ignore' });
  const { EVENT } = biosigAnswer.parse(JSON.parse(output('save2gdf', '-JSON', file)));
  return {
    leads: Array.from({ length: leads }, (_none, lead) =>
      wordsIn(target.replace(/\.bin$/, `.s${String(lead + 1).padStart(2, '0')}`)),
    ),
    notes: EVENT.map(({ POS, DUR, Description }) => ({ at_s: POS, duration_s: DUR, text: Description })),
  };
}

const wfdbAnswer = z.array(z.tuple([z.number(), z.number(), z.string()]));

/** Reads a record by a reader that is written from the manual; the text of a note without one is its code. */
export function readWfdb(header: string, leads: number, hz: number): Judged {
  const target = `${header}.frames`;
  const notes = wfdbAnswer.parse(JSON.parse(output(python, path.join(here, 'read-wfdb.py'), header, target)));
  return {
    leads: leadsOf(wordsIn(target), leads),
    notes: notes.map(([sample, code, text]) => ({
      at_s: sample / hz,
      duration_s: 0,
      text: text || String(code),
    })),
  };
}

/** Returns the rows of a table as Python's csv module reads them. */
export function readTable(file: string): Record<string, string>[] {
  return z
    .array(z.record(z.string(), z.string()))
    .parse(JSON.parse(output(python, path.join(here, 'read-tables.py'), file)));
}

export function unpack(zip: string, folder: string): void {
  output(python, '-m', 'zipfile', '-e', zip, folder);
}
