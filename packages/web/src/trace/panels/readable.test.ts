// @vitest-environment happy-dom
import { joinPieces } from '@rhythmdesk/ecg/packing/join-pieces';
import { tileSpan } from '@rhythmdesk/ecg/pyramid/layout';
import { encodeTile } from '@rhythmdesk/ecg/pyramid/tile';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createScene } from '../paint/scene.ts';
import { noWords } from '../paint/test-words.ts';
import type { FetchTiles } from '../signal/tile-loader.ts';
import { openPlace } from '../time/place.ts';
import { createWallClock } from '../time/wall-clock.ts';
import { recordingHandle } from './recording-handle.ts';
import { createStage } from './stage.ts';

const clock = { start_ms: Date.UTC(2026, 10, 10, 9), sampling_hz: 250, samples: 3600 * 250 };
const recording = {
  ...clock,
  ...{ case_id: 1, recording_id: 1, time_zone: 'Asia/Seoul', synthetic: true },
  ...{ levels: [], gaps: [], events: [], hours: [] },
  leads: [{ label: 'II', zero_lsb: 0, gain_uv_per_lsb: 1, signal_share: 1 }],
};

/** Answers every raw tile with signal, as the worker of the page does. */
class FlatTiles extends EventTarget {
  postMessage({ id }: { id: number }): void {
    const data = { id, answer: new Int16Array(tileSpan(0)) };
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })));
  }
  terminate(): void {}
}

const flat = new Int16Array(64);
const flatTile = encodeTile({ min: flat, max: flat, gap: new Uint8Array(64) }, 64);

/** A server that answers tiles, or whose raw tiles from an index on are lost. */
const tilesBefore =
  (lost: () => number): FetchTiles =>
  (tiles) =>
    tiles.some(({ level, index }) => level === 0 && index >= lost())
      ? Promise.reject(new TypeError('lost'))
      : Promise.resolve(new Blob([joinPieces(tiles.map(() => flatTile))]).stream());

function openView(fetchTiles: FetchTiles) {
  vi.stubGlobal('Worker', FlatTiles);
  const stage = createStage(recording, openPlace(recording, { show: 'strip' }));
  const wall = createWallClock('Asia/Seoul', 'en-GB');
  const scene = createScene({
    ...{ manifest: recording, tiles: stage.tiles, words: noWords, trend: [] },
    wall,
  });
  const close = stage.open(fetchTiles);
  onTestFinished(() => {
    close();
    vi.unstubAllGlobals();
  });
  stage.show(scene);
  const surface = { widthPx: 1000, heightPx: 150, dpr: 1 };
  stage.sizes.set({ ...stage.sizes.get(), strip: surface, trend: surface, disclosure: surface });
  return { stage, handle: recordingHandle(stage, scene) };
}

test('a strip is readable once its signal has arrived', async () => {
  const { stage, handle } = openView(tilesBefore(() => Infinity));
  expect(handle.readable()).toEqual([]);
  await stage.whenIdle();
  expect(handle.readable()).toEqual([handle.strip()]);
});

test('a strip whose signal could not be loaded is not readable, until it was loaded after all', async () => {
  let lost = 0;
  const { stage, handle } = openView(tilesBefore(() => lost));
  await stage.whenIdle();
  expect(stage.failed.get()).toBeGreaterThan(0);
  expect(handle.readable()).toEqual([]);
  const changed = vi.fn();
  handle.onMoved(changed);
  lost = Infinity;
  stage.retry();
  await stage.whenIdle();
  expect(changed).toHaveBeenCalled();
  expect(handle.readable()).toEqual([handle.strip()]);
});
