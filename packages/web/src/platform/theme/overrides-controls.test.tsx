// @vitest-environment happy-dom
import Button from '@mui/material/Button';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { KeyCap } from '../../ui/key-cap.tsx';
import { showIn } from '../test-page.tsx';

test('a filled button without a colour has that of the main act, not the grey of a disabled one', async () => {
  const [plain, main] = ['Plain', 'Main'];
  await showIn(
    'en',
    <>
      <Button variant="contained">{plain}</Button>
      <Button variant="contained" color="primary">
        {main}
      </Button>
    </>,
  );
  const background = async (name: string): Promise<string> =>
    getComputedStyle(await screen.findByRole('button', { name })).backgroundColor;
  expect(await background(main)).not.toBe('');
  expect(await background(plain)).toBe(await background(main));
});

test('a key cap has its own size at the end of a button too', async () => {
  await showIn(
    'en',
    <Button endIcon={<KeyCap name="Q" quiet />}>
      <KeyCap name="N" quiet />
    </Button>,
  );
  const sizeOf = async (text: string): Promise<string> =>
    getComputedStyle(await screen.findByText(text)).fontSize;
  expect(await sizeOf('Q')).toBe(await sizeOf('N'));
});
