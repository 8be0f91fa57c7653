// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { answerCalls, atAddress, showIn } from '../../../platform/test-page.tsx';
import { useReadingOfPage } from '../reading/reading-context.tsx';
import type { ReadingSession } from '../reading/reading-session.ts';
import { WideReading } from './wide-reading.tsx';

/** Draws its text and records the reading that it is drawn in. */
function Here({ text, readings }: { readonly text: string; readonly readings: Set<ReadingSession> }) {
  const reading = useReadingOfPage();
  useEffect(() => {
    if (reading !== null) readings.add(reading);
  }, [reading, readings]);
  return <p>{text}</p>;
}

const wide = 1440;
const narrow = 720;
const become = (width: number): void => act(() => window.happyDOM.setViewport({ width }));

async function opened(width: number) {
  const readings = new Set<ReadingSession>();
  window.happyDOM.setViewport({ width });
  onTestFinished(() => window.happyDOM.setViewport({ width: 1024 }));
  const detail = { case_id: 7, recording: 'ready' } as const;
  answerCalls(() => new Promise<Response>(() => undefined));
  const page = (
    <WideReading detail={detail} tooNarrow={<Here text="too narrow" {...{ readings }} />}>
      <Here text="the desk" {...{ readings }} />
    </WideReading>
  );
  await showIn('en', atAddress('/review/7', page));
  return readings;
}

test('an open reading stays open while the window is too narrow for the desk', async () => {
  const readings = await opened(wide);
  expect(await screen.findByText('the desk')).toBeDefined();
  become(narrow);
  expect(screen.queryByText('the desk')).toBeNull();
  expect(screen.getByText('too narrow')).toBeDefined();
  become(wide);
  expect(screen.getByText('the desk')).toBeDefined();
  expect(readings.size).toBe(1);
});

test('without enough width no reading is opened until there is', async () => {
  const readings = await opened(narrow);
  expect(await screen.findByText('too narrow')).toBeDefined();
  // The simulated browser reports a wide window until it is set to a narrow one.
  become(narrow - 1);
  expect(readings.size).toBe(0);
  become(wide);
  expect(screen.getByText('the desk')).toBeDefined();
  expect(readings.size).toBe(1);
});
