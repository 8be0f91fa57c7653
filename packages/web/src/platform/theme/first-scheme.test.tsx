// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { ThemeProvider } from '@mui/material/styles';
import { render, screen } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { firstScheme } from './first-scheme.ts';
import { schemeStorageKey, theme } from './theme.ts';
import { useScheme } from './use-scheme.ts';

const script = readFileSync(path.join(import.meta.dirname, '../../../public/scheme.js'), 'utf8');
const base = '/rhythmdesk';
const cases = [
  { shown: '/health-link', prefers: 'dark', chosen: null, scheme: 'dark' },
  { shown: '/health-link', prefers: 'light', chosen: null, scheme: 'light' },
  { shown: '/consent/', prefers: 'dark', chosen: null, scheme: 'dark' },
  { shown: '/consent', prefers: 'dark', chosen: 'light', scheme: 'light' },
  { shown: '/consent', prefers: 'light', chosen: 'dark', scheme: 'dark' },
  { shown: '/login', prefers: 'dark', chosen: null, scheme: 'light' },
  { shown: '/login', prefers: 'light', chosen: 'dark', scheme: 'dark' },
] as const;

afterEach(() => {
  localStorage.removeItem(schemeStorageKey);
  document.documentElement.removeAttribute('data-theme');
});

test.each(cases)('$shown on a $prefers device, chosen $chosen: $scheme before the first paint', (one) => {
  for (const at of ['', base]) {
    const root = new Map([['data-theme', 'light']]);
    runInNewContext(script, {
      URL,
      location: { pathname: at + one.shown },
      localStorage: {
        getItem: (key: string) => (key === (at === '' ? 'theme' : `${at}:theme`) ? one.chosen : null),
      },
      matchMedia: (query: string) => ({ matches: query.includes(`: ${one.prefers}`) }),
      document: {
        currentScript: { src: `https://ecg.example${at}/scheme.js` },
        documentElement: { setAttribute: (name: string, value: string) => root.set(name, value) },
      },
    });
    expect([at, root.get('data-theme')]).toEqual([at, one.scheme]);
  }
});

function Shown() {
  return <p>{useScheme().scheme}</p>;
}

test.each(cases)('$shown on a $prefers device, chosen $chosen: the theme is $scheme', (one) => {
  const { device } = window.happyDOM.settings;
  const before = device.prefersColorScheme;
  device.prefersColorScheme = one.prefers;
  onTestFinished(() => void (device.prefersColorScheme = before));
  if (one.chosen !== null) localStorage.setItem(schemeStorageKey, one.chosen);
  render(
    <ThemeProvider theme={theme} defaultMode={firstScheme(one.shown)} modeStorageKey={schemeStorageKey} noSsr>
      <Shown />
    </ThemeProvider>,
  );
  expect(screen.getByText(one.scheme)).toBeDefined();
  expect(document.documentElement.getAttribute('data-theme')).toBe(one.scheme);
});
