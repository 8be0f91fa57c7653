/** Tests what scenes of one recording share. */
import { expect, test } from 'vitest';
import { scene } from './test-strip.ts';
import { createScene } from './scene.ts';

test('a scene with other beats uses the signal that was filtered for the scene before', () => {
  const { manifest, source, wall, words, trend } = scene;
  const next = createScene({ manifest, tiles: source.tiles, wall, words, trend, judged: [1, 2] });
  expect(next.judged).toEqual([1, 2]);
  expect(next.filtered).toBe(scene.filtered);
  expect(next.extentOf).toBe(scene.extentOf);
  expect(next.events).toBe(scene.events);
});

test('another recording has its own', () => {
  const { manifest, source, wall, words, trend } = scene;
  const longer = { ...manifest, samples: manifest.samples + 1 };
  const next = createScene({ manifest: longer, tiles: source.tiles, wall, words, trend });
  expect(next.filtered).not.toBe(scene.filtered);
  expect(next.source.clock.samples).toBe(longer.samples);
});
