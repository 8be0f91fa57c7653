/**
 * Computes the filtered copy of the signal in blocks.
 *
 * A block is filtered together with the warm-up on both of its sides, so its result depends on the recording alone and
 * never on how the user scrolled there. The same block is not filtered twice.
 */
import { filterForDisplay, warmUpSeconds } from '@rhythmdesk/ecg/signal/display-filter';
import type { DisplayFilter } from '@rhythmdesk/ecg/signal/display-filter';
import { isComplete, readSignal } from './signal-reader.ts';
import type { SignalSource } from './signal-reader.ts';
import type { RawRun, Signal } from './signal.ts';
import { cutSpan } from '../time/time-scale.ts';
import type { SampleSpan } from '../time/time-scale.ts';

const blockSeconds = 10;
const keptBlocks = 240;

export type FilteredSignal = (lead: number, span: SampleSpan, filter: DisplayFilter) => Signal;

function filterBlock(source: SignalSource, lead: number, block: SampleSpan, filter: DisplayFilter): RawRun[] {
  const hz = source.clock.sampling_hz;
  const warm = Math.ceil(warmUpSeconds * hz);
  const around = readSignal(source, lead, 0, { start: block.start - warm, end: block.end + warm });
  return around.raw.flatMap((run) => {
    const values = filterForDisplay(run.values, filter, hz);
    const from = Math.max(0, block.start - run.start);
    const to = Math.min(values.length, block.end - run.start);
    return to > from ? [{ start: run.start + from, values: values.slice(from, to) }] : [];
  });
}

/** Runs that touch become one, so that the line is joined across blocks. */
function joinRuns(runs: readonly RawRun[]): RawRun[] {
  const joined: RawRun[] = [];
  let group: RawRun[] = [];
  const close = (): void => {
    const first = group[0];
    if (first === undefined) return;
    const values = new Float32Array(group.reduce((sum, run) => sum + run.values.length, 0));
    let at = 0;
    for (const run of group) {
      values.set(run.values, at);
      at += run.values.length;
    }
    joined.push({ start: first.start, values });
    group = [];
  };
  for (const run of runs) {
    const last = group.at(-1);
    if (last !== undefined && last.start + last.values.length !== run.start) close();
    group.push(run);
  }
  close();
  return joined;
}

function trim(run: RawRun, span: SampleSpan): RawRun[] {
  const from = Math.max(0, span.start - run.start);
  const to = Math.min(run.values.length, span.end - run.start);
  return to > from ? [{ start: run.start + from, values: run.values.subarray(from, to) }] : [];
}

export function createFilteredSignal(source: SignalSource): FilteredSignal {
  const kept = new Map<string, RawRun[]>();
  const blockSamples = Math.ceil(blockSeconds * source.clock.sampling_hz);
  const warm = Math.ceil(warmUpSeconds * source.clock.sampling_hz);

  const blockOf = (lead: number, index: number, filter: DisplayFilter): RawRun[] => {
    const name = `${filter}/${lead}/${index}`;
    const known = kept.get(name);
    if (known !== undefined) return known;
    const block = cutSpan(source.clock, { start: index * blockSamples, end: (index + 1) * blockSamples });
    const runs = filterBlock(source, lead, block, filter);
    if (isComplete(source, lead, 0, { start: block.start - warm, end: block.end + warm })) {
      kept.set(name, runs);
      const oldest = kept.keys().next();
      if (kept.size > keptBlocks && oldest.done !== true) kept.delete(oldest.value);
    }
    return runs;
  };

  return (lead, wanted, filter) => {
    const signal = readSignal(source, lead, 0, wanted);
    if (filter === 'off') return signal;
    const span = cutSpan(source.clock, wanted);
    const runs: RawRun[] = [];
    for (let index = Math.floor(span.start / blockSamples); index * blockSamples < span.end; index += 1) {
      runs.push(...blockOf(lead, index, filter));
    }
    return { raw: joinRuns(runs).flatMap((run) => trim(run, span)), ranges: signal.ranges };
  };
}
