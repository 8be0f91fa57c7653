// @vitest-environment happy-dom
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { cleanup, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { atAddress, showIn, signedInAs } from '../../../platform/test-page.tsx';
import { ReadingProvider, useReadingOfPage, useReadingPart } from '../reading/reading-context.tsx';
import { createFolding } from '../reading/folding.ts';
import { Page } from './practice-page.tsx';
import { mending } from './test-practice.ts';

/** Runs the worker's work in this thread. */
vi.mock('../reading/reading-thread.ts', () => ({
  startReadingThread: () => {
    const fold = createFolding();
    const ask = (request: Parameters<typeof fold>[0]) => Promise.resolve(fold(request));
    return {
      fold: ask,
      checksum: (at: number) => ask({ kind: 'checksum', at }),
      close: () => undefined,
    };
  },
}));

function Reading() {
  const session = useReadingOfPage();
  const edits = useReadingPart((reading) =>
    reading?.shown === null || reading === null ? 'waiting' : String(reading.log.length - reading.unsent),
  );
  return (
    <>
      <output>{edits}</output>
      <button type="button" onClick={() => session?.edit([mending.accept])}>
        accept
      </button>
    </>
  );
}
vi.mock('../desk/desk-page.tsx', () => ({
  OpenedDesk: ({ detail, beside }: { detail: CaseDetail; beside: (desk: null) => ReactNode }) => (
    <ReadingProvider detail={detail} looksOn>
      <Reading />
      {beside(null)}
    </ReadingProvider>
  ),
}));
vi.mock('./practice-coach.tsx', () => ({
  PracticeCoach: ({ onAgain }: { readonly onAgain: () => void }) => (
    <button type="button" onClick={onAgain}>
      again
    </button>
  ),
}));

/** Opens the practice in a browser that has not begun it. */
async function open() {
  localStorage.clear();
  signedInAs();
  const user = await showIn('en', atAddress('/practice', <Page />));
  const press = (name: string): Promise<void> => user.click(screen.getByRole('button', { name }));
  await edits('0');
  await press('accept');
  await edits('1');
  return press;
}

const edits = (count: string) =>
  vi.waitFor(() => expect(document.querySelector('output')?.textContent).toBe(count), { timeout: 60_000 });

test('restarted, the practice has a reading without edits', async () => {
  const press = await open();
  await press('again');
  await edits('0');
  await press('accept');
  await edits('1');
});

test('the practice that is left gives its edit lock back in this browser; the server gets no request', async () => {
  const asked = vi.spyOn(globalThis, 'fetch');
  const press = await open();
  await press('accept');
  await edits('2');
  cleanup();
  await new Promise((resolve) => setTimeout(resolve));
  await new Promise((resolve) => setTimeout(resolve));
  expect(asked).not.toHaveBeenCalled();
});
