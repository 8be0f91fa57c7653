// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { atAddress, showIn } from '../../../platform/test-page.tsx';
import { deskTools } from './desk-tools.ts';
import { openedTools } from './keys/desk-tool.ts';
import { type DeskView, deskViews, useDeskView } from './session/desk-views.ts';

function Shown() {
  const [view, show] = useDeskView();
  return (
    <>
      <output>{view}</output>
      {deskViews.map((one) => (
        <button key={one} type="button" onClick={() => show(one)}>
          {one}
        </button>
      ))}
    </>
  );
}

test('the URL says which tab is open, and a click opens another', async () => {
  const user = await showIn('en', atAddress('/?tab=templates', <Shown />));
  expect((await screen.findByRole('status')).textContent).toBe('templates');
  await user.click(screen.getByRole('button', { name: 'findings' }));
  await screen.findByText('findings', { selector: 'output' });
  await user.click(screen.getByRole('button', { name: 'templates' }));
  await screen.findByText('templates', { selector: 'output' });
});

test('an unknown tab opens the first', async () => {
  await showIn('en', atAddress('/?tab=nothing', <Shown />));
  expect((await screen.findByRole('status')).textContent).toBe('findings');
});

test('each tab has its tool, and a tool without a tab is drawn with every recording', () => {
  const tabs = deskTools.filter(({ tab }) => tab !== undefined);
  expect(tabs.map(({ id }) => id)).toEqual(deskViews);
  const besideIn = (view: DeskView): string[] => openedTools(deskTools, view).beside.map(({ id }) => id);
  expect(besideIn('findings')).toEqual([
    ...['beats', 'coverage', 'measure', 'pins', 'ends', 'basket', 'figures'],
  ]);
  expect(besideIn('report')).toEqual([]);
});
