/** Checks isolated spikes: no beat is lost or added, and no pause is called. */
import { expect, test } from 'vitest';
import { byteP } from '../beats/beat-class.ts';
import { matchBeats } from '../scoring/match-beats.ts';
import { seededRandom } from '../synth/random.ts';
import { createAnalysis } from './analysis.ts';
import type { AnalysisResult } from './analysis.ts';
import { gainUv, knownSignal } from './test-signal.ts';
import { isPauseKind } from './pauses.ts';

function analysed(frames: Int16Array, hz: number, gain = gainUv): AnalysisResult {
  const analysis = createAnalysis({ sampling_hz: hz, gains_uv: [gain] });
  for (let from = 0; from < frames.length; from += 5003) analysis.push(frames.subarray(from, from + 5003));
  return analysis.finish();
}

/** Adds `count` spikes of `length` samples and either sign of `height`, far enough apart to be isolated. */
function spiked(frames: Int16Array, count: number, length: () => number, height: number): Int16Array {
  const random = seededRandom(8);
  const out = frames.slice();
  for (let left = count, last = 0; left > 0; left--) {
    const room = (frames.length - 12 - last) / left;
    const from = last + 12 + Math.floor(random() * (room - 12));
    last = Math.round(last + room);
    out.fill(random() < 0.5 ? height : -height, from, from + length());
  }
  return out;
}

const pausesOf = ({ summary }: AnalysisResult): number =>
  summary.episodes.filter(({ kind }) => isPauseKind(kind)).length;

function expectAlike(clean: AnalysisResult, other: AnalysisResult, spikes: number): void {
  const hz = clean.beats.sampling_hz;
  const pairs = matchBeats(clean.beats.samples, other.beats.samples, 0.06 * hz);
  expect(pairs.reference_partner.filter((partner) => partner < 0).length).toBe(0);
  expect(pairs.test_partner.filter((partner) => partner < 0).length).toBe(0);
  expect(pausesOf(other)).toBe(pausesOf(clean));
  expect(other.summary.leads[0]).toMatchObject({ spikes });
  expect(clean.summary.leads[0]).not.toHaveProperty('spikes');
}

test.each([128, 250, 360, 500, 1000])(
  'a thousandth of the samples at full scale is removed at %i Hz',
  (hz) => {
    const seconds = hz > 400 ? 120 : 300;
    const { frames } = knownSignal('pauses', seconds, hz);
    const count = Math.round(frames.length / 1000);
    expectAlike(
      analysed(frames, hz),
      analysed(
        spiked(frames, count, () => 1, 32767),
        hz,
      ),
      count,
    );
  },
);

test('spikes of one to five samples are removed at another gain', () => {
  const { frames } = knownSignal('ventricular', 300);
  const random = seededRandom(2);
  const length = (): number => 1 + Math.floor(5 * random());
  const small = frames.map((value) => Math.round(value / 8));
  const [clean, other] = [small, spiked(small, 60, length, 1500)].map((one) =>
    analysed(one, 250, 8 * gainUv),
  );
  if (clean && other) expectAlike(clean, other, 60);
});

test('single extreme values are removed at the start, at the end and in a flat line', () => {
  const { frames } = knownSignal('healthy', 90);
  frames.fill(frames[30 * 250] ?? 0, 30 * 250, 42 * 250);
  const other = frames.slice();
  for (const at of [0, 20 * 250, 33 * 250, 36 * 250 + 1, 39 * 250 + 7, 60 * 250 - 1, frames.length - 3])
    other[at] = 32767;
  const [plain, extreme] = [analysed(frames, 250), analysed(other, 250)];
  expectAlike(plain, extreme, 7);
  expect(extreme.quality.leads).toEqual(plain.quality.leads);
});

const namedPaced = ({ beats }: AnalysisResult): number =>
  beats.classes.filter((byte) => byte === byteP).length;

test.each([
  [2, 500],
  [5, 500],
  [2, 1000],
  [5, 1000],
])('a beat that follows a stimulus of %i mV at %i Hz is paced', (mv, hz) => {
  const { frames, samples } = knownSignal('healthy', 120, hz);
  const paced = samples.filter((at) => at > 0.1 * hz);
  for (const at of paced) {
    const stimulus = at - Math.round(0.07 * hz);
    frames[stimulus] = (frames[stimulus] ?? 0) + Math.round((1000 * mv) / gainUv);
  }
  expect(namedPaced(analysed(frames, hz))).toBeGreaterThan(0.98 * paced.length);
});

test.each([250, 500])('a strip of ten seconds with a stimulus before each beat is paced at %i Hz', (hz) => {
  const { frames, samples } = knownSignal('healthy', 10, hz);
  const paced = samples.filter((at) => at > 0.1 * hz);
  for (const at of paced) {
    const stimulus = at - Math.round(0.07 * hz);
    frames[stimulus] = (frames[stimulus] ?? 0) + Math.round(5000 / gainUv);
  }
  expect(namedPaced(analysed(knownSignal('healthy', 10, hz).frames, hz))).toBe(0);
  expect(namedPaced(analysed(frames, hz))).toBeGreaterThanOrEqual(paced.length - 1);
});

test.each([2, 10])('spikes independent of the heart, %i a second, make no beat paced', (perSecond) => {
  const hz = 500;
  const { frames } = knownSignal('healthy', 120, hz);
  for (let i = 40; i < frames.length; i += hz / perSecond) frames[i] = 2000;
  expect(namedPaced(analysed(frames, hz))).toBe(0);
});
