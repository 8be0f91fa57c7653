// @vitest-environment happy-dom
import { fireEvent } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { expect, test, vi } from 'vitest';
import { showIn } from '../../platform/test-page.tsx';
import { useCommands } from './use-commands.ts';

function Page({ onKey }: { onKey: () => void }) {
  useCommands([{ id: 'next', keys: ['N'], title: 'next', run: onKey }]);
  return <button type="button">Next</button>;
}

/** Presses a key before the page is painted for the first time. */
function Press({ onPressed }: { onPressed: () => void }) {
  useLayoutEffect(() => {
    fireEvent.keyDown(document.body, { key: 'n', code: 'KeyN' });
    onPressed();
  });
  return null;
}

test('a key works from the first moment at which the page is seen', async () => {
  const [onKey, onPressed] = [vi.fn(), vi.fn()];
  await showIn(
    'en',
    <>
      <Page onKey={onKey} />
      <Press onPressed={onPressed} />
    </>,
  );
  expect(onPressed).toHaveBeenCalled();
  expect(onKey).toHaveBeenCalledTimes(onPressed.mock.calls.length);
});
