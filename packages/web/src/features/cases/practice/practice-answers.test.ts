import { analysisRoutes } from '@rhythmdesk/contract/analysis';
import { caseRoutes } from '@rhythmdesk/contract/case-routes';
import { phraseRoutes } from '@rhythmdesk/contract/report-phrases';
import { readingRoutes } from '@rhythmdesk/contract/reading';
import { recordingRoutes } from '@rhythmdesk/contract/recordings';
import { unpackBlock } from '@rhythmdesk/ecg/packing/packed-block';
import { decodeLikeness } from '@rhythmdesk/ecg/reading/beat-likeness';
import type { ReadingEdit } from '@rhythmdesk/ecg/reading/edits';
import { expect, test } from 'vitest';
import { createStore } from '../../../platform/store.ts';
import { practiceAnswers } from './practice-answers.ts';
import { practiceCase } from './practice-case.ts';
import type { PracticeConclusion } from './practice-progress.ts';
import { mending, practice } from './test-practice.ts';

const log = createStore<readonly ReadingEdit[]>([]);
const conclusion = createStore<PracticeConclusion>({ version: 1, text: '', figures: [] });
const answer = practiceAnswers(
  practice,
  { log, conclusion },
  { reader: { id: 7, name: 'Helen Marsh' }, noPages: () => 'no pages' },
);
const own = String(practiceCase);
async function answerTo(path: string, body: object | null = null): Promise<Response> {
  const answered = answer(`/api/v1/${path}`, body === null ? null : JSON.stringify(body));
  if (answered === null) throw new Error(`${path} went to the server`);
  return answered;
}

test('requests for other cases go to the server', () => {
  for (const path of ['recording/7', 'user/me', 'recording/9999999999999990/analysis'])
    expect(answer(`/api/v1/${path}`, null)).toBeNull();
});

test('recording, analysis and reading keep the contract’s shapes', async () => {
  const shapes = [
    [`recording/${own}`, recordingRoutes.recording.output],
    [`recording/${own}/analysis`, analysisRoutes.analysis.output],
    [`recording/${own}/reading?after=0&page_id=x`, readingRoutes.reading.output],
    [`recording/${own}/coverage`, readingRoutes.coverage.output],
  ] as const;
  for (const [path, shape] of shapes)
    expect(shape.safeParse(await (await answerTo(path)).json()).error, path).toBeUndefined();
  expect((await answerTo(`case/case/${own}/comments`)).status).toBe(404);
});

test('tiles are the signal itself, and no tile exists outside it', async () => {
  const tiles = async (query: string) => (await answerTo(`recording/${own}/tiles?${query}`)).arrayBuffer();
  const raw = await tiles('tile=0.0.1&tile=0.0.0');
  const [first = 0] = new Uint32Array(raw.slice(0, 8));
  const samplesOf = (from: number, to?: number): Int16Array | null => {
    const found = unpackBlock(new Uint8Array(raw.slice(from, to)));
    return found.ok ? new Int16Array(found.samples) : null;
  };
  expect(samplesOf(8, 8 + first)).toEqual(practice.frames.slice(16_384, 2 * 16_384));
  expect(samplesOf(8 + first)).toEqual(practice.frames.slice(0, 16_384));
  expect((await tiles('tile=0.1.0')).byteLength).toBeGreaterThan(1000);
  expect((await answerTo(`recording/${own}/tiles?tile=0.0.0&tile=0.0.99`)).status).toBe(404);
});

test('edits are stored in order and read again; outdated ones are refused', async () => {
  const send = (after: number) =>
    answerTo(`case/case/${own}/reading/edits`, { after, edits: [mending.relabel] });
  expect(await (await send(0)).json()).toEqual({ case_id: practiceCase, sequence: 1 });
  expect((await send(0)).status).toBe(409);
  expect(log.get()).toEqual([mending.relabel]);
  const read: unknown = await (await answerTo(`recording/${own}/reading?after=0&page_id=x`)).json();
  expect(read).toMatchObject({ sequence: 1, edits: [{ sequence: 1, edit: mending.relabel }] });
});

test('the hidden beats are alike, and unlike their group', async () => {
  const [pressed = 0] = practice.planted.hidden;
  const bytes = await (
    await answerTo(`recording/${own}/beat-likeness?templates=0&like=${String(pressed)}`)
  ).arrayBuffer();
  const likeness = decodeLikeness(bytes);
  if (likeness === null) throw new Error('no likeness');
  const hidden = new Set(practice.planted.hidden);
  const least = Math.min(
    ...practice.planted.hidden.map((one) => likeness.like[likeness.samples.indexOf(one)] ?? 0),
  );
  const others = Array.from(likeness.samples, (sample, i) =>
    hidden.has(sample) ? 0 : (likeness.like[i] ?? 0),
  );
  expect(least).toBeGreaterThan(Math.max(...others));
});

test('phrases have the figures of the reading in the report’s language, suggested ones first', async () => {
  const phrasesIn = async (language: string) =>
    phraseRoutes.casePhrases.output.parse(
      await (await answerTo(`case/case/${own}/report/phrases?language=${language}`)).json(),
    );
  log.set([]);
  const before = await phrasesIn('en');
  log.set([mending.split]);
  const after = await phrasesIn('ko');
  const [first] = before.phrases;
  expect(first?.fit).toBe('suggested');
  for (const { figure, start, end } of first?.figures ?? [])
    expect(first?.text.slice(start, end)).toBe(before.figures.en[figure]);
  expect(Number(after.figures.ko.v_beats) - Number(before.figures.ko.v_beats)).toBe(
    practice.planted.hidden.length,
  );
  expect(after.sequence).toBe(1);
});

test('the conclusion is saved with its figures; there are no pages, and the answer says why', async () => {
  const figures = [{ figure: 'pauses', language: 'en', start: 8, end: 9 }];
  const saving = {
    case_id: practiceCase,
    version: 1,
    technician_comment: 'Pauses: 1',
    conclusion_figures: figures,
  };
  const answered: unknown = await (await answerTo(`case/case/${own}/reading`, saving)).json();
  expect(caseRoutes.updateReading.output.parse(answered)).toEqual({ case_id: practiceCase, version: 2 });
  expect(conclusion.get()).toEqual({ version: 2, text: 'Pauses: 1', figures });
  for (const page of ['preview', 'patient-page']) {
    const refused = await answerTo(`case/case/${own}/report/${page}?language=en`);
    expect(refused.status).toBe(416);
    expect(await refused.json()).toMatchObject({ detail: 'no pages' });
  }
});
