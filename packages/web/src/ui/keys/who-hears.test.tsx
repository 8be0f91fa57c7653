// @vitest-environment happy-dom
import Dialog from '@mui/material/Dialog';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { isOwnPress, markOwnPress } from '../../platform/own-presses.ts';
import { showIn } from '../../platform/test-page.tsx';
import { useShortcutListener, useShortcuts } from './use-shortcuts.ts';
import { isCovered } from './who-hears.ts';

function PageWithMenu({ onKey }: { onKey: () => void }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = (): void => setAnchor(null);
  useShortcutListener();
  useShortcuts([{ keys: ['N'], label: 'next', run: onKey }]);
  return (
    <>
      <button type="button" onClick={({ currentTarget }) => setAnchor(currentTarget)}>
        More
      </button>
      <Menu open={anchor !== null} anchorEl={anchor} transitionDuration={600_000} onClose={close}>
        <MenuItem onClick={close}>One</MenuItem>
      </Menu>
    </>
  );
}

test.each(['{Enter}', '{Escape}'])(
  'a menu that %s closed gives the next key to the page while it fades',
  async (key) => {
    const onKey = vi.fn();
    const user = await showIn('en', <PageWithMenu onKey={onKey} />);
    await user.click(await screen.findByRole('button', { name: 'More' }));
    await waitFor(() => expect(document.activeElement?.textContent).toBe('One'));
    await user.keyboard('n');
    expect(onKey).not.toHaveBeenCalled();
    expect(isCovered()).toBe(true);

    await user.keyboard(key);
    expect(document.querySelector('[role="menu"]')).not.toBeNull();
    expect(isCovered()).toBe(false);
    await user.keyboard('n');
    expect(onKey).toHaveBeenCalledOnce();
  },
);

function PageWithDialog({ onLeave }: { onLeave: () => void }) {
  const [isOpen, setOpen] = useState(true);
  useShortcutListener();
  useShortcuts([{ keys: ['Esc'], label: 'leave', run: onLeave }]);
  return (
    <Dialog open={isOpen} onClose={() => setOpen(false)}>
      <button type="button">Remove</button>
    </Dialog>
  );
}

test('Escape closes a dialog whose focus has just gone, and does not leave the page', async () => {
  const onLeave = vi.fn();
  await showIn('en', <PageWithDialog onLeave={onLeave} />);
  await screen.findByRole('dialog');

  // Tab, a reload and the like stay with the browser.
  expect(fireEvent.keyDown(document.body, { key: 'F5' })).toBe(true);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  await waitFor(() => expect(isCovered()).toBe(false));
  expect(onLeave).not.toHaveBeenCalled();

  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(onLeave).toHaveBeenCalledOnce();
});

test('a press of one of the user’s own keys stays one where a dialog hears it', async () => {
  await showIn('en', <PageWithDialog onLeave={vi.fn()} />);
  const heard: boolean[] = [];
  (await screen.findByRole('dialog')).addEventListener('keydown', (event) => {
    heard.push(isOwnPress(event));
  });
  const press = new KeyboardEvent('keydown', { key: 'v', bubbles: true, cancelable: true });
  markOwnPress(press);
  document.body.dispatchEvent(press);
  expect(heard).toEqual([true]);
});
