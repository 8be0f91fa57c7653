/**
 * Scores the bounds of P, QRS and T against the cardiologists' on ludb, lead II: waves found and the errors of their
 * bounds.
 */
import type { AccuracyRow } from '@rhythmdesk/ecg/scoring/accuracy';
import { delineate } from '@rhythmdesk/ecg/beats/delineate';
import type { Wave } from '@rhythmdesk/ecg/beats/delineate';
import { dataFolder, readAnnotations, readWfdb, recordNames } from './records.ts';

type WaveKey = 'p' | 'qrs' | 't';
const waveKeys: Readonly<Record<string, WaveKey>> = { p: 'p', N: 'qrs', t: 't' };

interface Known extends Wave {
  readonly key: WaveKey;
}

function knownWaves(path: string): Known[] {
  const notes = readAnnotations(path);
  return notes.flatMap((note, i) => {
    const key = waveKeys[note.symbol];
    const [before, after] = [notes[i - 1], notes[i + 1]];
    if (!key || before?.symbol !== '(' || after?.symbol !== ')') return [];
    return [{ key, onset: before.sample, peak: note.sample, offset: after.sample }];
  });
}

function spread(values: readonly number[]): number[] {
  const sorted = values.toSorted((a, b) => a - b);
  return [0.5, 0.25, 0.75].map((share) => Math.round(sorted[Math.floor(share * sorted.length)] ?? NaN));
}

export function waveRows(): AccuracyRow[] {
  const none = (): { on: number[]; off: number[] } => ({ on: [], off: [] });
  const errors = { p: none(), qrs: none(), t: none() };
  const counts = { p: [0, 0], qrs: [0, 0], t: [0, 0] };
  for (const name of recordNames('ludb', '.ii')) {
    const record = readWfdb('ludb', name);
    const known = knownWaves(`${dataFolder('ludb')}${name}.ii`);
    const complexes = known.filter((wave) => wave.key === 'qrs');
    const gain = record.gains_uv[1] ?? 1;
    const signal = Float32Array.from(record.leads[1] ?? [], (value) => value * gain);
    const found = delineate(
      signal,
      record.sampling_hz,
      complexes.map((wave) => wave.peak),
    );
    for (const wave of known) {
      const mine = found
        .flatMap((waves) => (waves?.[wave.key] ? [waves[wave.key]] : []))
        .find((w) => w !== null && Math.abs(w.peak - wave.peak) < 0.08 * record.sampling_hz);
      const count = counts[wave.key];
      count[1] = (count[1] ?? 0) + 1;
      if (!mine) continue;
      count[0] = (count[0] ?? 0) + 1;
      errors[wave.key].on.push((1000 * (mine.onset - wave.onset)) / record.sampling_hz);
      errors[wave.key].off.push((1000 * (mine.offset - wave.offset)) / record.sampling_hz);
    }
  }
  return (['p', 'qrs', 't'] as const).map((key) => ({
    name: key.toUpperCase(),
    cells: [counts[key], spread(errors[key].on), spread(errors[key].off)],
  }));
}
