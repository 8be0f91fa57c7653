import fc from 'fast-check';
import { expect, test } from 'vitest';
import { subgroupsOf } from './beat-subgroups.ts';

const likeness = {
  samples: Uint32Array.of(10, 20, 30, 40, 50),
  like: Uint8Array.of(250, 90, 240, 190, 80),
  main: Uint8Array.of(10, 200, 20, 200, 210),
};
/** In another order than the likeness, as the least certain beats come first. */
const figures = {
  samples: Uint32Array.of(50, 40, 30, 20, 10),
  rr_ms: Uint16Array.of(840, 710, 470, 860, 480),
  qrs_ms: Uint16Array.of(92, 114, 138, 0, 140),
};

test('the beats like the pressed one, the main shape and those between have their own figures', () => {
  expect(subgroupsOf(likeness, { cut: 200, pressed: 10 }, figures)).toEqual({
    own: { beats: 2, rr_ms: 480, qrs_ms: 140 },
    between: { beats: 1, rr_ms: 710, qrs_ms: 114 },
    main: { beats: 2, rr_ms: 860, qrs_ms: 92 },
  });
});

test('beats unlike the mean have no shape between', () => {
  const { own, main, between } = subgroupsOf(likeness, { cut: 100, pressed: null }, figures);
  expect([own.beats, main.beats, between]).toEqual([2, 3, null]);
});

test('each beat is in one part', () => {
  const bytes = fc.integer({ min: 0, max: 255 });
  const any = fc.array(fc.tuple(bytes, bytes), { maxLength: 30 });
  fc.assert(
    fc.property(any, bytes, (beats, cut) => {
      const samples = Uint32Array.from(beats, (_, i) => i);
      const of = {
        samples,
        like: Uint8Array.from(beats, ([like]) => like),
        main: Uint8Array.from(beats, ([, main]) => main),
      };
      const empty = new Uint16Array(beats.length);
      const parts = subgroupsOf(of, { cut, pressed: 0 }, { samples, rr_ms: empty, qrs_ms: empty });
      expect(parts.main.beats + parts.own.beats + (parts.between?.beats ?? 0)).toBe(beats.length);
      expect(parts.main.qrs_ms).toBeNull();
    }),
  );
});
