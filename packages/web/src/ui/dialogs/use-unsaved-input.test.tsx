// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { showIn, signedInAs } from '../../platform/test-page.tsx';
import { DialogHost } from './dialog-host.tsx';
import { useUnsavedInput } from './use-unsaved-input.ts';

function Asking({ onLeft }: { onLeft: () => void }) {
  const unsaved = useUnsavedInput();
  return (
    <>
      <button onClick={unsaved.onTyped}>type</button>
      <button onClick={unsaved.onSettled}>save</button>
      <button onClick={() => unsaved.leave(onLeft)}>leave</button>
      <DialogHost />
    </>
  );
}

async function open() {
  signedInAs();
  const onLeft = vi.fn();
  const user = await showIn('en', <Asking onLeft={onLeft} />);
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  return { onLeft, press };
}

test('what was typed is lost only if the user discards it', async () => {
  const { onLeft, press } = await open();
  await press('type');
  await press('leave');
  await press('Keep writing');
  expect(onLeft).not.toHaveBeenCalled();
  await press('leave');
  await press('Discard');
  await vi.waitFor(() => expect(onLeft).toHaveBeenCalledOnce());
});

test('without typed text, or once it is saved, nothing is asked', async () => {
  const { onLeft, press } = await open();
  await press('leave');
  await vi.waitFor(() => expect(onLeft).toHaveBeenCalledOnce());
  await press('type');
  await press('save');
  await press('leave');
  await vi.waitFor(() => expect(onLeft).toHaveBeenCalledTimes(2));
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('the browser asks before it reloads a page with typed text', async () => {
  const { press } = await open();
  const isAsked = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  await press('leave');
  expect(isAsked()).toBe(false);
  await press('type');
  expect(isAsked()).toBe(true);
  await press('save');
  expect(isAsked()).toBe(false);
  await press('type');
  cleanup();
  expect(isAsked()).toBe(false);
});
