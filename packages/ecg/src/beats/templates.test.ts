import { expect, test } from 'vitest';
import { halfRing } from './lead-bands.ts';
import { createTemplateBank } from './templates.ts';
import type { TemplateBank, TemplateMatch } from './templates.ts';

/** Returns a ring that contains one complex: a wave of this width in samples, followed by a smaller one. */
function complex(width: number, second: number): Float32Array {
  const bump = (k: number, at: number, size: number): number => size * Math.exp(-(((k - at) / width) ** 2));
  return Float32Array.from(
    { length: halfRing },
    (_, k) => bump(k, 200, 1000) + bump(k, 200 + 2 * width, second),
  );
}
const [narrow, otherNarrow, wide] = [complex(2, -700), complex(2, 600), complex(7, -300)];

function learn(bank: TemplateBank, beat: Float32Array, count: number): number {
  const match: TemplateMatch = { id: 0, slot: 0, correlation: 0, shift: 0 };
  for (let i = 0; i < count; i++) bank.learn(beat, 200, 1, match);
  return match.slot;
}

test('the complexes of another patient are the normal ones after two dozen beats', () => {
  const bank = createTemplateBank();
  const first = learn(bank, narrow, 700);
  const second = learn(bank, otherNarrow, 23);
  expect([bank.dominant(), second === first]).toEqual([first, false]);
  learn(bank, otherNarrow, 2);
  expect(bank.dominant()).toBe(second);
  learn(bank, narrow, 1);
  expect(bank.dominant()).toBe(first);
});

test('a ventricular rhythm of a hundred wider beats does not become the normal one', () => {
  const bank = createTemplateBank();
  const first = learn(bank, narrow, 700);
  learn(bank, wide, 100);
  expect(bank.dominant()).toBe(first);
});
