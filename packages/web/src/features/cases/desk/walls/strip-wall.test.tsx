// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { showIn } from '../../../../platform/test-page.tsx';
import { texts as says } from '../../../../platform/texts/en/dialogs.ts';
import { viewHandle } from '../../../../trace/panels/test-handle.ts';
import { judgeKeys } from '../../analysis/judge-keys.ts';
import { StripWall } from './strip-wall.tsx';
import type { WallTile } from './use-wall.ts';

const tiles = Array.from({ length: 30 }, (_, i): WallTile => ({
  key: `k${String(i)}`,
  start: i,
  end: i + 1,
  time: `at ${String(i)}.`,
  fact: '1 s',
}));

async function opened() {
  const run = vi.fn<(kept: ReadonlySet<string>) => void>();
  const onClose = vi.fn();
  const act = {
    command: 'accept' as const,
    row: judgeKeys.accept,
    key: 'Enter',
    label: (count: number) => `Accept ${String(count)}`,
    run,
  };
  await showIn(
    'en',
    <StripWall
      title="Alike"
      tiles={tiles}
      view={viewHandle}
      beats={undefined}
      acts={[act]}
      onClose={onClose}
    />,
  );
  return { run, onClose, dialog: await screen.findByRole('dialog', { name: 'Alike' }) };
}

const tile = (i: number): HTMLElement =>
  screen.getByRole('button', { name: new RegExp(`\\bat ${String(i)}\\.`) });

test('a click excludes one, another includes it, and Enter judges the rest on every page', async () => {
  const { run, dialog } = await opened();
  fireEvent.click(tile(3));
  fireEvent.click(tile(4));
  fireEvent.click(tile(4));
  expect([tile(3), tile(4)].map((one) => one.getAttribute('aria-pressed'))).toEqual(['true', 'false']);
  fireEvent.keyDown(dialog, { key: 'PageDown' });
  expect(screen.getAllByRole('button', { name: /\bat \d/ })).toHaveLength(5);
  fireEvent.click(tile(27));
  fireEvent.keyDown(tile(27), { key: 'Enter' });
  expect(run).toHaveBeenCalledOnce();
  const kept = run.mock.calls[0]?.[0];
  expect([kept?.size, kept?.has('k3'), kept?.has('k4'), kept?.has('k27')]).toEqual([28, false, true, false]);
});

test('arrows move through the wall as shown on the screen', async () => {
  await opened();
  tile(7).focus();
  const reached = (['ArrowDown', 'ArrowRight', 'ArrowUp', 'ArrowLeft'] as const).map((key) => {
    fireEvent.keyDown(document.activeElement ?? document.body, { key });
    return document.activeElement?.textContent;
  });
  expect(reached).toEqual([12, 13, 8, 7].map((i) => `at ${String(i)}.1 s`));
});

test('with Shift all from the last clicked one are excluded or included, over pages too', async () => {
  const { run, dialog } = await opened();
  fireEvent.click(tile(3));
  fireEvent.keyDown(dialog, { key: 'PageDown' });
  fireEvent.click(tile(26), { shiftKey: true });
  expect([tile(25), tile(26), tile(27)].map((one) => one.getAttribute('aria-pressed'))).toEqual([
    ...['true', 'true', 'false'],
  ]);
  fireEvent.keyDown(dialog, { key: 'PageUp' });
  expect([tile(2), tile(3), tile(24)].map((one) => one.getAttribute('aria-pressed'))).toEqual([
    ...['false', 'true', 'true'],
  ]);
  fireEvent.click(tile(20));
  fireEvent.click(tile(22), { shiftKey: true });
  fireEvent.keyDown(dialog, { key: 'Enter' });
  expect([...(run.mock.calls[0]?.[0] ?? [])]).toEqual(
    [0, 1, 2, 20, 21, 22, 27, 28, 29].map((i) => `k${String(i)}`),
  );
});

test('a wall with a part of the findings says so', async () => {
  const wall = { title: 'Alike', tiles, view: viewHandle, acts: [], onClose: vi.fn() };
  await showIn('en', <StripWall {...wall} beats={undefined} found={3_412} />);
  const said = says.part.replace('{{shown}}', '30').replace('{{total}}', '3,412');
  expect(await screen.findByText(said)).toBeDefined();
});
