// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showIn } from '../platform/test-page.tsx';
import { useRoving } from './use-roving.ts';

function List() {
  const roving = useRoving(3);
  return (
    <>
      {['one', 'two', 'three'].map((name, index) => (
        <span key={name} role="note" aria-label={name} {...roving(index)} />
      ))}
      <button type="button">after</button>
    </>
  );
}

test('Tab passes a list in one step and returns to the former item; arrows move through it', async () => {
  const user = await showIn('en', <List />);
  const focused = (): string | null | undefined =>
    document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;
  await screen.findByText('after');
  await user.tab();
  expect(focused()).toBe('one');
  await user.tab();
  expect(focused()).toBe('after');
  await user.tab({ shift: true });
  await user.keyboard('{ArrowDown}');
  expect(focused()).toBe('two');
  await user.keyboard('{End}{ArrowDown}');
  expect(focused()).toBe('three');
  await user.tab();
  await user.tab({ shift: true });
  expect(focused()).toBe('three');
  await user.keyboard('{Home}{ArrowUp}');
  expect(focused()).toBe('one');
});
