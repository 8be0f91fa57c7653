// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { showIn } from '../../../platform/test-page.tsx';
import { WideReading } from './wide-reading.tsx';

let readings = 0;
vi.mock('../reading/reading-context.tsx', () => ({
  ReadingProvider: ({ children }: { readonly children: ReactNode }) => {
    const [number] = useState(() => (readings += 1));
    return <section aria-label={`reading ${String(number)}`}>{children}</section>;
  },
}));

const wide = 1440;
const narrow = 720;
const become = (width: number): void => act(() => window.happyDOM.setViewport({ width }));

async function opened(width: number): Promise<void> {
  readings = 0;
  window.happyDOM.setViewport({ width });
  onTestFinished(() => window.happyDOM.setViewport({ width: 1024 }));
  const detail = { case_id: 7, recording: 'ready' } as const;
  await showIn(
    'en',
    <WideReading detail={detail} tooNarrow={<p>too narrow</p>}>
      <p>the desk</p>
    </WideReading>,
  );
}

test('what was opened stays open while the window is too narrow for the desk', async () => {
  await opened(wide);
  expect(screen.getByText('the desk')).toBeDefined();
  become(narrow);
  expect(screen.queryByText('the desk')).toBeNull();
  expect(screen.getByText('too narrow')).toBeDefined();
  become(wide);
  expect(screen.getByText('the desk')).toBeDefined();
  expect(screen.getByRole('region', { name: 'reading 1' })).toBeDefined();
});

test('where there was never room no reading is opened until there is', async () => {
  await opened(narrow);
  expect(screen.getByText('too narrow')).toBeDefined();
  // This browser takes a window for wide until it has heard of a narrow one.
  become(narrow - 1);
  expect(readings).toBe(0);
  become(wide);
  expect(screen.getByText('the desk')).toBeDefined();
});
