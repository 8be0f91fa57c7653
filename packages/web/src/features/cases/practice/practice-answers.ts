/**
 * Answers the practice's requests as the server answers those of a case: signal, analysis, the log of the reading,
 * similarity.
 */
import type { RecordingAnalysis } from '@rhythmdesk/contract/analysis';
import { readingEdit } from '@rhythmdesk/contract/reading';
import { tileOfName } from '@rhythmdesk/contract/recordings';
import { conclusionFigures } from '@rhythmdesk/contract/report-phrases';
import { apiBase } from '@rhythmdesk/contract/route';
import { encodeBeats } from '@rhythmdesk/ecg/beats/beat-file';
import { defaultCriteria } from '@rhythmdesk/ecg/criteria/criteria';
import { joinPieces } from '@rhythmdesk/ecg/packing/join-pieces';
import { packBlock } from '@rhythmdesk/ecg/packing/packed-block';
import { PyramidBuilder } from '@rhythmdesk/ecg/pyramid/builder';
import { tileRange, topLevel } from '@rhythmdesk/ecg/pyramid/layout';
import { wordsOf } from '@rhythmdesk/ecg/pyramid/tile';
import { encodeLikeness, likenessByte } from '@rhythmdesk/ecg/reading/beat-likeness';
import { createBeatShapes } from '@rhythmdesk/ecg/reading/beat-shape';
import type { ReadingEdit } from '@rhythmdesk/ecg/reading/edits';
import { applyEdits } from '@rhythmdesk/ecg/reading/reading';
import { createReadingFigures } from '@rhythmdesk/ecg/reading/reading-figures';
import type { PracticeRecording } from '@rhythmdesk/ecg/synth/practice-recording';
import { z } from 'zod';
import type { LocalAnswer } from '../../../platform/client/local-answers.ts';
import type { Store } from '../../../platform/store.ts';
import { asLanguage } from '../../../platform/texts/languages.ts';
import { practiceCase, practiceManifest, practiceStart } from './practice-case.ts';
import { practicePhrases } from './practice-phrases.ts';
import type { PracticeConclusion, PracticeStores } from './practice-progress.ts';

type Reader = { readonly id: number; readonly name: string };
type PracticeState = Pick<PracticeStores, 'log' | 'conclusion'>;
type PracticeWords = {
  readonly reader: Reader;
  /** Why the report shows no pages, in the user's language. */
  readonly noPages: () => string;
};

const refusal = (status: number, code: string, detail = ''): Response =>
  Response.json({ code, detail, request_id: 'practice', fields: {} }, { status });

function analysisOf({ analysis }: PracticeRecording): RecordingAnalysis {
  const engine_version = 'practice';
  const options = { criteria: defaultCriteria, engine_version };
  const summary = createReadingFigures()(applyEdits(analysis, []), options);
  const { lanes, shapes, episodes, hours, days, leads, ...figures } = summary;
  const found = new Map<string, RecordingAnalysis['findings'][number]>();
  for (const { kind, start_sample, end_sample } of episodes) {
    const { count, seconds } = found.get(kind) ?? { count: 0, seconds: 0 };
    const more = (end_sample - start_sample) / summary.sampling_hz;
    found.set(kind, { kind, count: count + 1, seconds: seconds + more });
  }
  return {
    ...{ case_id: practiceCase, state: 'done', code: null, analysis_version: 1, latest_version: 1 },
    ...{ current_engine: engine_version, created_at: practiceStart, created_by: null },
    summary: {
      ...figures,
      ...{ hours: [...hours], days: [...days], leads: [...leads], episodes: [...episodes] },
      lanes: lanes.map(({ kind, spans }) => ({
        kind,
        spans: spans.map(([from, to]): [number, number] => [from, to]),
      })),
      shapes: [...shapes],
    },
    findings: [...found.values()],
    differences: [],
  };
}

/** Returns the levels of the pyramid as they are stored in files; level 0 contains the frames themselves. */
function filesOf({ frames, samples, sampling_hz }: PracticeRecording): Uint8Array<ArrayBuffer>[] {
  const parts = Array.from({ length: topLevel(samples) + 1 }, (): Uint8Array[] => []);
  const sink = (level: number, bytes: Uint8Array): void => void parts[level]?.push(bytes);
  const builder = new PyramidBuilder({ leadCount: 1, samples, samplingHz: sampling_hz, sink });
  builder.push(frames);
  builder.finish();
  parts[0]?.push(new Uint8Array(frames.buffer, frames.byteOffset, frames.byteLength));
  return parts.map((level) => {
    const whole = new Uint8Array(level.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const bytes of level) {
      whole.set(bytes, at);
      at += bytes.length;
    }
    return whole;
  });
}

/** Compares beats like `compareBeats` of the server, on the practice's only lead. */
function likenessOf(recording: PracticeRecording, templates: readonly number[], like: number | null) {
  const { analysis, frames, gain_uv_per_lsb, sampling_hz } = recording;
  const shapes = createBeatShapes(sampling_hz, 1);
  const wide = (sample: number) => shapes.wide({ frames, gains: [gain_uv_per_lsb] }, sample);
  const { samples, templates: own } = analysis.beats;
  const members = Array.from(samples).filter((_, i) => templates.includes(own[i] ?? -1));
  const some = members
    .filter((_, i) => i % Math.ceil(members.length / 64) === 0)
    .map((one) => shapes.narrow(wide(one)));
  const mean = new Float32Array(some[0]?.length ?? 0);
  for (const one of some) one.forEach((value, i) => void (mean[i] = (mean[i] ?? 0) + value / some.length));
  const pressed = like === null ? mean : shapes.narrow(wide(like));
  const against = (shape: Float32Array): Uint8Array<ArrayBuffer> =>
    Uint8Array.from(members, (sample) => likenessByte(shapes.alike(wide(sample), shape)));
  return encodeLikeness({ samples: Uint32Array.from(members), like: against(pressed), main: against(mean) });
}

const batch = z.object({ after: z.number().int(), edits: z.array(readingEdit) });

/** Answers for the log of the practice's only reader, who always holds the edit lock. */
function readingAnswers(log: Store<readonly ReadingEdit[]>, reader: Reader) {
  const person = { id: reader.id, name: reader.name };
  const edit_lock = { holder: person, here: true, may_take: true, may_ask: true, asked_by: null };
  return {
    read: (after: number): Response =>
      Response.json({
        ...{
          case_id: practiceCase,
          analysis_version: 1,
          sequence: log.get().length,
          earlier_versions: [],
          edit_lock,
        },
        edits: log
          .get()
          .slice(after)
          .map((edit, i) => ({
            ...{
              sequence: after + i + 1,
              analysis_version: 1,
              edit,
              author: person,
              created_at: practiceStart,
            },
          })),
      }),
    append: (body: string | null): Response => {
      const { after, edits } = batch.parse(JSON.parse(body ?? 'null'));
      if (after !== log.get().length) return refusal(409, 'reading/behind');
      log.set([...log.get(), ...edits]);
      return Response.json({ case_id: practiceCase, sequence: log.get().length });
    },
    changeEditLock: (): Response => Response.json(edit_lock),
  };
}

const saved = z.object({
  technician_comment: z.string(),
  conclusion_figures: conclusionFigures.default([]),
});

/** Returns the report's part of the practice: phrases and the conclusion; it has no pages, and returns the reason. */
function reportAnswers(recording: PracticeRecording, { log, conclusion }: PracticeState): Route[] {
  const save = (body: string | null): Response => {
    const { technician_comment: text, conclusion_figures: figures } = saved.parse(JSON.parse(body ?? 'null'));
    const next: PracticeConclusion = { version: conclusion.get().version + 1, text, figures };
    conclusion.set(next);
    return Response.json({ case_id: practiceCase, version: next.version });
  };
  return [
    [/^case\/case\/reading$/, (_, _query, body) => save(body)],
    [
      /^case\/case\/report\/phrases$/,
      (_, query) => {
        const language = asLanguage(query.get('language') ?? '') ?? 'en';
        return Response.json(practicePhrases(recording, log.get(), language));
      },
    ],
  ];
}

type Route = readonly [
  RegExp,
  (parts: readonly string[], query: URLSearchParams, body: string | null) => Response,
];

function routesOf(
  recording: PracticeRecording,
  kept: PracticeState,
  { reader, noPages }: PracticeWords,
): Route[] {
  const manifest = practiceManifest(recording);
  const analysis = analysisOf(recording);
  const files = filesOf(recording);
  const beats = Uint8Array.from(encodeBeats(recording.analysis));
  const shape = { lead_count: 1, samples: recording.samples, header_bytes: 0 };
  const reading = readingAnswers(kept.log, reader);
  const coverage = {
    case_id: practiceCase,
    minutes: Math.ceil(recording.samples / recording.sampling_hz / 60),
    readers: [],
  };
  return [
    ...reportAnswers(recording, kept),
    [/^case\/case\/report\/(?:preview|patient-page)$/, () => refusal(416, 'report/no-analysis', noPages())],
    [/^recording$/, () => Response.json(manifest)],
    [/^recording\/analysis$/, () => Response.json(analysis)],
    [/^recording\/beats\/\d+$/, () => new Response(beats)],
    [
      /^recording\/tiles$/,
      (_, query) => {
        const tiles = query.getAll('tile').map((name) => {
          const { lead, level, index } = tileOfName(name);
          const range = tileRange(shape, lead, level, index);
          if (range === null) return undefined;
          const bytes = files[level]?.subarray(range.offset, range.offset + range.length);
          return level === 0 && bytes !== undefined ? packBlock(wordsOf(bytes)) : bytes;
        });
        const areAll = tiles.every((tile) => tile !== undefined);
        return areAll ? new Response(joinPieces(tiles)) : refusal(404, 'object/not-found');
      },
    ],
    [/^recording\/reading$/, (_, query) => reading.read(Number(query.get('after') ?? 0))],
    [/^case\/case\/reading\/edits$/, (_, _query, body) => reading.append(body)],
    [/^case\/case\/reading\/edit-lock$/, () => reading.changeEditLock()],
    [/^(?:recording|case\/case\/reading)\/coverage$/, () => Response.json(coverage)],
    [
      /^recording\/beat-likeness$/,
      (_, query) => {
        const templates = (query.get('templates') ?? '').split(',').map(Number);
        const like = query.get('like');
        return new Response(likenessOf(recording, templates, like === null ? null : Number(like)));
      },
    ],
  ];
}

/**
 * Requests that are not about the practice go to the server; data that the practice does not have is answered as not
 * found.
 */
export function practiceAnswers(
  recording: PracticeRecording,
  kept: PracticeState,
  words: PracticeWords,
): LocalAnswer {
  const routes = routesOf(recording, kept, words);
  const own = `/${String(practiceCase)}`;
  return (address, body) => {
    const { pathname, searchParams } = new URL(address, 'http://practice');
    if (!`${pathname}/`.includes(`${own}/`)) return null;
    const path = pathname.slice(apiBase.length).replace(own, '');
    for (const [pattern, answer] of routes) {
      const found = pattern.exec(path);
      if (found !== null) return Promise.resolve(answer(found.slice(1), searchParams, body));
    }
    return Promise.resolve(refusal(404, 'object/not-found'));
  };
}
