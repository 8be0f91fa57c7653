// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { atAddress, showIn } from '../../../platform/test-page.tsx';
import type { ShownDocument } from './shown-document.ts';
import { useShownDocument } from './use-shown-document.ts';

const report: ShownDocument = { kind: 'report', version: undefined };

function Page({ opensReport = false }: { opensReport?: boolean }) {
  const [shown, show] = useShownDocument(opensReport);
  return (
    <>
      <button type="button" onClick={() => show(report)}>
        open
      </button>
      <button type="button" onClick={() => show(undefined)}>
        close {shown === undefined ? 'nothing' : 'it'}
      </button>
      <div role="dialog">
        <button type="button">inside</button>
      </div>
    </>
  );
}

async function shown(address: string): Promise<void> {
  await showIn('en', atAddress(address, <Page />));
  await screen.findByRole('button', { name: 'open' });
}
const frame = () => act(() => new Promise<void>((resolve) => void requestAnimationFrame(() => resolve())));
const button = (name: string) => screen.getByRole('button', { name });

test('a closed document returns the focus', async () => {
  await shown('/');
  button('open').focus();
  act(() => button('open').click());
  button('close it').focus();
  act(() => button('close it').click());
  await frame();
  expect(document.activeElement).toBe(button('open'));
});

test('a closed document leaves the focus in a dialog that opened meanwhile', async () => {
  await shown('/');
  button('open').focus();
  act(() => button('open').click());
  act(() => button('close it').click());
  button('inside').focus();
  await frame();
  expect(document.activeElement).toBe(button('inside'));
});

test('the address may ask for the report, and closing it leads to the recording', async () => {
  await shown('/?show=report');
  act(() => button('close it').click());
  expect(button('close nothing')).toBeDefined();
});

test('a page that opens with the report leads to the recording when it is closed', async () => {
  await showIn('en', atAddress('/', <Page opensReport />));
  await screen.findByRole('button', { name: 'open' });
  act(() => button('close it').click());
  expect(button('close nothing')).toBeDefined();
});

test('an address that asks for something else shows the recording', async () => {
  await shown('/?show=secrets');
  expect(button('close nothing')).toBeDefined();
});
