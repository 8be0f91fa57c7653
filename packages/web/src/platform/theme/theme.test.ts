import { expect, test } from 'vitest';
import { theme } from './theme.ts';
import { tokens } from './tokens.ts';

const named = ['primary', 'secondary', 'accent', 'error', 'success', 'warning', 'card', 'keycolor'] as const;

test('light is the default, dark is available', () => {
  expect(theme.defaultColorScheme).toBe('light');
  expect(Object.keys(theme.colorSchemes).sort()).toEqual(['dark', 'light']);
});

test.each(['light', 'dark'] as const)('%s defines every named colour', (scheme) => {
  const palette = theme.colorSchemes[scheme]?.palette;
  for (const name of [...named, 'blue-button', 'gray', 'login', 'footer'] as const)
    expect([name, palette?.[name]]).toEqual([name, expect.anything()]);
  expect(palette?.primary.main).toBe(tokens[scheme].primary.main);
  expect(palette?.['blue-button'].main).toBe(tokens[scheme].blue.main);
});

test('the two themes differ', () => {
  expect(tokens.light.surface.s0).not.toBe(tokens.dark.surface.s0);
  expect(tokens.light.text.primary).not.toBe(tokens.dark.text.primary);
});
