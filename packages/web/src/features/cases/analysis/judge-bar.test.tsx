// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { showIn } from '../../../platform/test-page.tsx';
import { texts as en } from '../../../platform/texts/en/reading.ts';
import { JudgeBar } from './judge-bar.tsx';

test('Enter and F10 accept, Delete rejects, Ctrl Z undoes, with Shift or Ctrl Y it redoes; no other key is handled', async () => {
  const ran: string[] = [];
  const note = (name: string) => vi.fn(() => void ran.push(name));
  const judging = {
    ...{ state: 'open' as const, addStrip: vi.fn() },
    ...{ accept: note('accept'), reject: note('reject'), undo: note('undo'), redo: note('redo') },
  };
  await showIn('en', <JudgeBar judging={judging} />);
  await screen.findByRole('button', { name: en.reject });
  const press = (key: string, held: Partial<KeyboardEventInit> = {}): boolean =>
    !fireEvent.keyDown(document.body, { key, ...held });
  press('Enter');
  press('F10');
  press('Delete');
  press('z', { ctrlKey: true });
  press('Z', { metaKey: true, shiftKey: true });
  press('y', { ctrlKey: true });
  expect(ran).toEqual(['accept', 'accept', 'reject', 'undo', 'redo', 'redo']);
  for (const key of ['z', 'a', 'Backspace', ' ']) expect(press(key)).toBe(false);
  expect(press('Enter', { shiftKey: true })).toBe(false);
  press('Enter', { repeat: true });
  expect(ran).toHaveLength(6);
});
