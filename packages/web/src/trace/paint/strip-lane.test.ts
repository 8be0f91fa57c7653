import { expect, test } from 'vitest';
import { sampleToPx } from '../time/time-scale.ts';
import { drawStrip } from './renderer-strip.ts';
import type { Scene } from './scene.ts';
import { stripPicture } from './strip-picture.ts';
import { TestDrawingContext } from './test-drawing-context.ts';
import { samples, scene, surface, size, colours, view } from './test-strip.ts';

const noBeats = { sample: new Uint32Array(), class: new Uint8Array(), confidence: new Uint8Array() };

const episodeWords = {
  name: 'AF 6',
  start: '',
  end: '',
  began: String,
  ends: (time: string) => `ends ${time}`,
};
const edited = {
  episode: {
    key: 'af',
    kind: 'af',
    start: 700,
    end: 9000,
    words: { ...episodeWords, engine: (time: string) => `engine ${time}` },
    engine: { start: 900, end: 9000 },
    onMove: () => true,
  },
  ends: { start: 700, end: 9000 },
} as const;

test('the selected episode is above the paper from its onset, with its time and the engine’s own', () => {
  const ctx = new TestDrawingContext();
  const picture = stripPicture(scene, view, size, edited);
  drawStrip(ctx, picture, colours);
  const px = (sample: number): number => sampleToPx(picture.scale, sample);
  const bar = ctx.boxes.find(({ height, colour }) => height === 16 && colour === colours.ecg.af);
  expect(bar?.x).toBeCloseTo(px(700), 5);
  expect((bar?.x ?? 0) + (bar?.width ?? 0)).toBe(surface.widthPx);
  // The bar and the texts on it cover no trace.
  expect((bar?.y ?? NaN) + 16).toBeLessThanOrEqual(picture.paper.y);
  const onBar = ctx.words.filter(({ text }) => /^AF 6|^10:24:40.0/.test(text));
  expect(onBar.map(({ y }) => y < picture.paper.y)).toEqual([true, true]);
  const wash = ctx.boxes.find(
    ({ height, colour }) => height === picture.paper.height && colour === colours.ecg.af,
  );
  expect([wash?.x, wash?.width]).toEqual([bar?.x, bar?.width]);
  expect(ctx.texts).toEqual(
    expect.arrayContaining(['10:24:40.0', 'engine 10:24:40.8', 'AF 6   ends 10:25:13']),
  );
  const lines = ctx.strokes.filter(({ colour }) => colour === colours.ecg.caliper);
  expect(lines[0]?.lines[0]?.[0]?.x).toBeCloseTo(px(700), 0);
});

test('users who may not move the episode see no line at its ends; during a drag it is drawn there', () => {
  const draw = (shown: Parameters<typeof stripPicture>[3]) => {
    const ctx = new TestDrawingContext();
    drawStrip(ctx, stripPicture(scene, view, size, shown), colours);
    return ctx;
  };
  const readOnly = draw({ ...edited, episode: { ...edited.episode, onMove: null } });
  expect(readOnly.strokes.some(({ colour }) => colour === colours.ecg.caliper)).toBe(false);
  expect(readOnly.boxes.some(({ height, colour }) => height === 16 && colour === colours.ecg.af)).toBe(true);
  expect(draw({ ...edited, ends: { start: 900, end: 9000 } }).texts).toContain('10:24:40.8');
  const away = draw({
    ...edited,
    ends: { start: 8000, end: 9000 },
    episode: { ...edited.episode, engine: null },
  });
  expect(away.boxes.some(({ colour }) => colour === colours.ecg.af)).toBe(false);
});

test('a pinned comment is on the strip at its sample, and only there', () => {
  const pin = (sample: number, number: number) => ({ sample, number, isOpen: true });
  const pinned: Scene = { ...scene, pins: [pin(0, 1), pin(600, 2), pin(samples - 1, 3)] };
  const picture = stripPicture(pinned, view, size);
  expect(picture.pins.map((one) => one.pin.number)).toEqual([2]);
  expect(picture.pins[0]?.px).toBeCloseTo(
    picture.scale.originPx + (600 - 500) * picture.scale.pxPerSample,
    6,
  );
  const ctx = new TestDrawingContext();
  drawStrip(ctx, picture, colours);
  expect(ctx.texts).toContain('2');
  expect(ctx.discs).toEqual([colours.primary.main]);
});

test('a patient event is marked at its sample with what the patient said, and cut where the next one begins', () => {
  const event = (sample: number, note: string) => ({ sample, kind: 'diary' as const, note });
  const shown: Scene = { ...scene, events: [event(0, 'before'), event(600, 'dizzy'), event(1400, 'fine')] };
  const picture = stripPicture(shown, view, size);
  expect(picture.events.map(({ text }) => text)).toEqual(['diary dizzy', 'diary fine']);
  expect(picture.events[0]?.px).toBeCloseTo(sampleToPx(picture.scale, 600), 6);
  const ctx = new TestDrawingContext();
  drawStrip(ctx, picture, colours);
  const said = ctx.words.filter(({ text }) => text.startsWith('diary'));
  expect(said.map(({ text }) => text)).toEqual(['diary dizzy', 'diary fine']);
  expect(said.every(({ y }) => y < picture.paper.y)).toBe(true);
  const near: Scene = { ...shown, events: [event(600, 'a long sentence about a walk'), event(820, 'fine')] };
  const cut = new TestDrawingContext();
  drawStrip(cut, stripPicture(near, view, size), colours);
  expect(cut.texts.find((text) => text.startsWith('diary a'))).toMatch(/…$/);
});

test('the beats that the next key judges are marked on the rail and the paper, others are not', () => {
  const judged = [0, 600, 850, samples - 1];
  const picture = stripPicture({ ...scene, beats: noBeats, judged }, view, size);
  expect(picture.judgedPx).toEqual([600, 850].map((sample) => sampleToPx(picture.scale, sample)));
  const ctx = new TestDrawingContext();
  drawStrip(ctx, picture, colours);
  const washes = ctx.boxes.filter(
    ({ height, colour }) => height === picture.paper.height && colour === colours.primary.main,
  );
  expect(washes.map(({ x, width }) => x + width / 2)).toEqual(picture.judgedPx);
  const frames = ctx.strokes.filter(({ colour }) => colour === colours.primary.main);
  expect(frames).toHaveLength(2);
});
