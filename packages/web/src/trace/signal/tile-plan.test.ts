import { bucketSamples, tileSpan, topLevel } from '@rhythmdesk/ecg/pyramid/layout';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tileName } from '@rhythmdesk/contract/recordings';
import { planTiles, tilesOver } from './tile-plan.ts';

const samples = 14 * 86_400 * 250;

const need = fc
  .record({
    lead: fc.nat(11),
    level: fc.nat(topLevel(samples)),
    start: fc.nat(samples - 1),
    length: fc.nat(200_000),
  })
  .map(({ lead, level, start, length }) => ({ lead, level, span: { start, end: start + length + 1 } }));

test('the tiles over a section cover it and no more, inside the recording', () => {
  fc.assert(
    fc.property(need, (one) => {
      const perTile = bucketSamples(one.level) * tileSpan(one.level);
      const tiles = tilesOver(samples, one);
      const first = tiles[0]?.index ?? -1;
      const last = tiles.at(-1)?.index ?? -1;
      expect(first * perTile).toBeLessThanOrEqual(one.span.start);
      expect((first + 1) * perTile).toBeGreaterThan(one.span.start);
      expect((last + 1) * perTile).toBeGreaterThanOrEqual(Math.min(one.span.end, samples));
      expect(last * perTile).toBeLessThan(Math.min(one.span.end, samples));
      expect(tiles.map(({ index }) => index)).toEqual(tiles.map((_, i) => first + i));
    }),
  );
});

test('visible tiles come before those beside them, and nothing is named twice', () => {
  fc.assert(
    fc.property(fc.array(need, { minLength: 1, maxLength: 4 }), (needs) => {
      const { tiles, drawn } = planTiles(samples, needs);
      const plan = tiles.map(tileName);
      expect(new Set(plan).size).toBe(plan.length);
      const inView = new Set(needs.flatMap((one) => tilesOver(samples, one)).map(tileName));
      const overview = 2 * new Set(needs.map(({ lead }) => lead)).size;
      expect(drawn).toBeLessThanOrEqual(inView.size + overview);
      expect(plan.slice(0, drawn).filter((name) => inView.has(name)).length).toBe(inView.size);
    }),
  );
});

test('one screen on each side is requested too', () => {
  const span = { start: 10 * tileSpan(0), end: 11 * tileSpan(0) };
  const plan = planTiles(samples, [{ lead: 0, level: 0, span }]).tiles.filter(({ level }) => level === 0);
  expect(plan.map(({ index }) => index)).toEqual([10, 11, 9]);
});

test('the next position comes before the screens on each side', () => {
  const over = (index: number) => ({
    ...{ lead: 0, level: 0 },
    span: { start: index * tileSpan(0), end: (index + 1) * tileSpan(0) },
  });
  const { tiles, drawn } = planTiles(samples, [over(10)], [over(50), over(70)]);
  expect(tiles.slice(drawn).map(({ index }) => index)).toEqual([50, 70, 11, 9]);
});
