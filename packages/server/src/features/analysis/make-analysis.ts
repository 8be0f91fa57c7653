/**
 * Analyses one recording: from its signal, read from the store second by second, or from beats that were detected
 * before. Memory is constant except for the beats. The beat file is stored durably before this returns.
 */
import { createHash } from 'node:crypto';
import { decodeBeats, encodeBeats } from '@rhythmdesk/ecg/beats/beat-file';
import { sparklineBuckets, rateSparkline } from '@rhythmdesk/ecg/pyramid/rate-sparkline';
import { listFigures } from '@rhythmdesk/ecg/report/named-figures';
import { countFindings } from '@rhythmdesk/ecg/rhythm/count-findings';
import { createAnalysis, type AnalysisResult } from '@rhythmdesk/ecg/rhythm/analysis';
import { rateRows } from '@rhythmdesk/ecg/rhythm/rate-rows';
import { summarise } from '@rhythmdesk/ecg/rhythm/summarise';
import type { AnalysisSummary } from '@rhythmdesk/ecg/rhythm/summary';
import type { AnalysisFault } from '@rhythmdesk/contract/analysis';
import { FileFault, writeBytes, type FileStore } from '../../platform/files/file-store.ts';
import { readFrames, stretchSamples } from '../../records/recordings/stored-frames.ts';
import type {
  AnalysisOrder,
  AnalysisOutcome,
  BeatsOrder,
  MadeAnalysis,
  SignalOrder,
} from './analysis-message.ts';

type Found = Pick<AnalysisResult, 'beats' | 'quality'>;

const refuse = (code: AnalysisFault): AnalysisOutcome => ({ ok: false, code });

function openEngine(order: SignalOrder) {
  const { sampling_hz, gains_uv, criteria, midnights_s, samples } = order;
  try {
    return {
      ok: true,
      engine: createAnalysis({
        sampling_hz,
        gains_uv,
        criteria,
        midnights_s,
        expected_samples: samples,
      }),
    } as const;
  } catch (fault) {
    if (fault instanceof RangeError && fault.message === 'analysis/sampling-rate') {
      return { ok: false, code: 'analysis/sampling-rate' } as const;
    }
    if (fault instanceof RangeError && fault.message === 'analysis/leads') {
      return { ok: false, code: 'analysis/leads' } as const;
    }
    throw fault;
  }
}

async function storeBeats(files: FileStore, { beats, quality }: AnalysisResult): Promise<string> {
  return (await writeBytes(files, encodeBeats({ beats, quality }))).sha256;
}

/** Returns the heart rates as the sparkline of the lists. */
function sparklineOf(found: Found, summary: AnalysisSummary, start_ms: number): Uint8Array<ArrayBuffer> {
  const rows = rateRows(found.beats, found.quality, {
    criteria: summary.criteria,
    most: sparklineBuckets,
  }).map(({ start_s, ...row }) => ({ ...row, hour_start_ms: start_ms + 1000 * start_s }));
  return rateSparkline(rows, start_ms, summary.duration_s);
}

function madeOf(
  found: Found,
  summary: AnalysisSummary,
  beats_sha256: string,
  start_ms: number,
): MadeAnalysis {
  return {
    engine_version: summary.engine_version,
    beats_sha256,
    summary_json: JSON.stringify(summary),
    ...listFigures({ summary, counts: countFindings(summary) }),
    sparkline: sparklineOf(found, summary, start_ms),
  };
}

async function fromSignal(files: FileStore, order: SignalOrder): Promise<AnalysisOutcome> {
  const opened = openEngine(order);
  if (!opened.ok) return refuse(opened.code);
  const leads = order.gains_uv;
  const stretches = readFrames(files, { ...order, leads }, stretchSamples(leads.length));
  for await (const stretch of stretches) opened.engine.push(stretch);
  const result = opened.engine.finish();
  if (result.summary.analysed_s === 0) return refuse('analysis/unreadable');
  if (result.summary.beats.total === 0) return refuse('analysis/no-beats');
  const beats_sha256 = await storeBeats(files, result);
  return { ok: true, analysis: madeOf(result, result.summary, beats_sha256, order.start_ms) };
}

async function fromBeats(files: FileStore, order: BeatsOrder): Promise<AnalysisOutcome> {
  const { beats_sha256, engine_version, criteria, midnights_s, start_ms } = order;
  const bytes = await files.whole(beats_sha256);
  if (createHash('sha256').update(bytes).digest('hex') !== beats_sha256)
    throw new Error('a beat file is damaged');
  const decoded = decodeBeats(bytes);
  if (!decoded.ok) throw new Error(decoded.code);
  const { beats, quality } = decoded.value;
  const summary = { ...summarise(beats, quality, criteria, { midnights_s }), engine_version };
  return { ok: true, analysis: madeOf(decoded.value, summary, beats_sha256, start_ms) };
}

export async function makeAnalysis(files: FileStore, order: AnalysisOrder): Promise<AnalysisOutcome> {
  try {
    return await (order.kind === 'signal' ? fromSignal(files, order) : fromBeats(files, order));
  } catch (fault) {
    if (fault instanceof FileFault && fault.code === 'files/missing') return refuse('analysis/signal-gone');
    throw fault;
  }
}
