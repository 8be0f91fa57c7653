/** Sets up the selected strips for component tests: the panel on a reading that applies its edits, as the page does. */
import { analysisSummary } from '@rhythmdesk/contract/analysis';
import { defaultCriteria } from '@rhythmdesk/ecg/criteria/criteria';
import type { LoggedEdit, ReadingEdit } from '@rhythmdesk/ecg/reading/edits';
import type { QueueGroup } from '@rhythmdesk/ecg/reading/finding-queue';
import type { ReadStrip } from '@rhythmdesk/ecg/reading/read-strips';
import { applyEdits } from '@rhythmdesk/ecg/reading/reading';
import { createReadingFigures } from '@rhythmdesk/ecg/reading/reading-figures';
import { undoSteps } from '@rhythmdesk/ecg/reading/undo-steps';
import { every, handQuality, handTable } from '@rhythmdesk/ecg/rhythm/test-table';
import { act } from '@testing-library/react';
import { createStore, type Store } from '../../../../platform/store.ts';
import { atAddress, showIn } from '../../../../platform/test-page.tsx';
import { useStored } from '../../../../platform/use-stored.ts';
import { viewHandle } from '../../../../trace/panels/test-handle.ts';
import { StripPlaceProvider } from '../../analysis/strip-place.tsx';
import type { ShownReading } from '../../reading/reading-state.ts';
import { BasketPanel } from './basket-panel.tsx';
import { testDesk } from '../session/test-desk.ts';

/** Ten minutes with one beat a second; two beats are missing at 200 s. */
const base = {
  beats: handTable(
    every(600, 1).filter((_, i) => i !== 200 && i !== 201),
    'N',
    600,
  ),
  quality: handQuality(600),
};
export const hz = base.beats.sampling_hz;
/** The beat in the middle of a strip that starts at 30 s. */
export const beat = base.beats.samples.reduce((best, at) =>
  Math.abs(at - 34 * hz) < Math.abs(best - 34 * hz) ? at : best,
);
export const gap = base.beats.samples[199] ?? 0;
const options = { criteria: defaultCriteria, engine_version: 'test' };

export function shownOf(log: readonly LoggedEdit[]): ShownReading {
  const reading = applyEdits(base, log);
  const { samples, classes, confidence } = reading.beats;
  return {
    beats: {
      sample: Uint32Array.from(samples),
      class: Uint8Array.from(classes),
      confidence: Uint8Array.from(confidence),
      counted: new Uint32Array(),
    },
    summary: analysisSummary.parse(createReadingFigures()(reading, options)),
    findings: [],
    templates: [],
    accepted: [],
    extremes: [],
    strips: reading.strips,
    measurements: reading.measurements,
    unplaced: reading.unplaced,
  };
}

export const logged = (edits: readonly ReadingEdit[], after: number): LoggedEdit[] =>
  edits.map((edit, i) => ({
    sequence: after + i + 1,
    analysis_version: 1,
    edit: i === 0 || edit.kind === 'undo' ? edit : { ...edit, step: after + 1 },
  }));

export const append = (log: Store<readonly LoggedEdit[]>, edits: readonly ReadingEdit[]): void =>
  log.set([...log.get(), ...logged(edits, log.get().length)]);

type BasketProps = {
  readonly log: Store<readonly LoggedEdit[]>;
  readonly writes: boolean;
  readonly groups: readonly QueueGroup[];
};

/** Shows the panel on a reading that applies its edits, as the page does. */
function Basket({ log, writes, groups }: BasketProps) {
  const shown = shownOf(useStored(log));
  const view = { ...viewHandle, leadNames: ['I', 'II'] };
  const desk = testDesk({ shown, view, writes, groups, write: (edits) => append(log, edits) });
  return (
    <StripPlaceProvider>
      <BasketPanel desk={desk} />
    </StripPlaceProvider>
  );
}

const strip = (second: number, caption: string, order: number): ReadingEdit => ({
  kind: 'add_strip',
  start_sample: second * hz,
  end_sample: (second + 8) * hz,
  caption,
  order,
});
export const three = [strip(10, 'one', 1), strip(30, 'two', 2), strip(50, 'three', 3)];

export async function openBasket(
  language: 'en' | 'ko',
  edits: readonly ReadingEdit[],
  writes = true,
  groups: readonly QueueGroup[] = [],
) {
  const log = createStore<readonly LoggedEdit[]>(logged(edits, 0));
  const user = await showIn(language, atAddress('/review/7', <Basket {...{ log, writes, groups }} />));
  const strips = (): readonly ReadStrip[] => shownOf(log.get()).strips;
  const write = (one: ReadingEdit): void => act(() => append(log, [one]));
  const undo = (): void => {
    const edit = undoSteps(log.get()).undo;
    if (edit !== null) write(edit);
  };
  const captions = (): string[] => strips().map(({ caption }) => caption);
  return { user, log, write, strips, captions, undo };
}

const time = (sample: number): string => `at ${String(sample)}.`;
export const named = (words: string, at: number): string => words.replace('{{time}}', time(at));
