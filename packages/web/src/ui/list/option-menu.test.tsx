// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { showIn } from '../../platform/test-page.tsx';
import { OptionMenu } from './option-menu.tsx';

const options = ['VT', 'AF', 'Pause'].map((label) => ({ value: label.toLowerCase(), label }));

test('ticks made before the list has followed are all included', async () => {
  const onChange = vi.fn<(chosen: readonly string[]) => void>();
  const menu = {
    name: 'Findings',
    options,
    chosen: ['af'],
    anchor: document.body,
    onClose: vi.fn(),
    onChange,
  };
  const user = await showIn('en', <OptionMenu {...menu} />);
  const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name });
  await user.click(await box('VT'));
  await user.click(await box('Pause'));
  expect(onChange).toHaveBeenLastCalledWith(['af', 'vt', 'pause']);
  await user.click(await box('AF'));
  expect(onChange).toHaveBeenLastCalledWith(['vt', 'pause']);
  expect((await box('AF')).checked).toBe(false);
  expect((await box('VT')).checked).toBe(true);
});
