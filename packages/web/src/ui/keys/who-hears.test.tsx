// @vitest-environment happy-dom
import Dialog from '@mui/material/Dialog';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { showIn } from '../../platform/test-page.tsx';
import { useCommands } from './use-commands.ts';
import { focusTakes, isCovered } from './who-hears.ts';

function PageWithMenu({ onKey }: { onKey: () => void }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = (): void => setAnchor(null);
  useCommands([{ id: 'next', keys: ['N'], title: 'next', run: onKey }]);
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
  'a menu that %s closed passes the next key to the page while it fades',
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
  useCommands([{ id: 'leave', keys: ['Esc'], title: 'leave', run: onLeave }]);
  return (
    <Dialog open={isOpen} onClose={() => setOpen(false)}>
      <button type="button">Remove</button>
    </Dialog>
  );
}

test('Escape closes a dialog that has just lost the focus, and does not leave the page', async () => {
  const onLeave = vi.fn();
  await showIn('en', <PageWithDialog onLeave={onLeave} />);
  await screen.findByRole('dialog');

  // The browser keeps Tab, reload and similar keys.
  expect(fireEvent.keyDown(document.body, { key: 'F5' })).toBe(true);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  await waitFor(() => expect(isCovered()).toBe(false));
  expect(onLeave).not.toHaveBeenCalled();

  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(onLeave).toHaveBeenCalledOnce();
});

test.each([
  [
    '<div role="tablist"><button role="tab">x</button></div>',
    ['ArrowRight', 'Enter', ' '],
    ['v', 'Delete', 'ArrowDown'],
  ],
  ['<button>x</button>', ['Enter', ' '], ['v', 'ArrowDown', 'Escape']],
  ['<button aria-current="true">x</button>', [' '], ['Enter', 'v']],
  ['<div data-desk-wall><li><button>x</button></li></div>', [' '], ['Enter', 'ArrowDown']],
  ['<input type="range">', ['ArrowLeft', 'PageUp'], ['v', 'Escape', '[']],
  ['<a aria-current="page" href="/">x</a>', ['Enter'], ['v']],
])('the focused element uses only its own keys: %s', (html, taken, left) => {
  document.body.innerHTML = html;
  const target = document.querySelector('button, input, a');
  const takes = (key: string): boolean => focusTakes({ key, target, ctrlKey: false, metaKey: false });
  expect(taken.filter((key) => !takes(key))).toEqual([]);
  expect(left.filter(takes)).toEqual([]);
  document.body.replaceChildren();
});

function PageWithFields({ onLeave }: { onLeave: () => void }) {
  const [isOpen, setOpen] = useState(true);
  useCommands([{ id: 'leave', keys: ['Esc'], title: 'leave', run: onLeave }]);
  return (
    <>
      <input aria-label="page" />
      <Dialog open={isOpen} onClose={() => setOpen(false)}>
        <input aria-label="dialog" />
      </Dialog>
    </>
  );
}

test.each([{ isComposing: true }, { isComposing: false, keyCode: 229 }])(
  'Escape that ends a composition closes neither a dialog nor the page: %o',
  async (composing) => {
    const onLeave = vi.fn();
    await showIn('en', <PageWithFields onLeave={onLeave} />);
    const escape = { key: 'Escape', code: 'Escape' };
    fireEvent.keyDown(await screen.findByLabelText('dialog'), { ...escape, ...composing });
    expect(screen.queryByRole('dialog')).not.toBeNull();
    fireEvent.keyDown(await screen.findByLabelText('dialog'), escape);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.keyDown(screen.getByLabelText('page'), { ...escape, ...composing });
    expect(onLeave).not.toHaveBeenCalled();
    fireEvent.keyDown(screen.getByLabelText('page'), escape);
    expect(onLeave).toHaveBeenCalledOnce();
  },
);
