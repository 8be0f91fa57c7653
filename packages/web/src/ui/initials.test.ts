import { expect, test } from 'vitest';
import { avatarGround, avatarGrounds, initialsOf } from './initials.ts';

test('the first two letters are uppercased', () => {
  expect(initialsOf('Mori Kaede')).toBe('MO');
  expect(initialsOf('원 상연')).toBe('원상');
  expect(initialsOf('a b')).toBe('AB');
  expect(initialsOf('')).toBe('');
});

test('a letter outside of the basic plane stays complete', () => {
  expect(initialsOf('𠮷野 家')).toBe('𠮷野');
});

function luminance(hex: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

test('white is readable on every background', () => {
  for (const ground of avatarGrounds) expect(1.05 / (luminance(ground) + 0.05)).toBeGreaterThanOrEqual(4.5);
  expect(avatarGround(0)).toBe(avatarGrounds[0]);
  expect(avatarGround(6)).toBe(avatarGrounds[1]);
});
