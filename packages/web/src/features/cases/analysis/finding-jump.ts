/**
 * Finds the place that a user types into a list of thousands of findings. A number is the position in the sorted list.
 * A time of day is the first finding from then on, on the given day (`D3 02:11`), otherwise on the day on which the
 * recording passed that time nearest to the current place. Undefined: there is no such place.
 */
import type { RecordingHandle } from '../../../trace/panels/recording-handle.ts';
import type { FindingItem } from './finding-items.ts';

type Clocked = Pick<RecordingHandle, 'passings' | 'dayOf'>;

/** The day as each language writes it beside a finding: `D3`, `3日目`, `3일차`, `第3天`. */
const timeForm =
  /^(?:(?:D|第)?(\d{1,2})(?:日目|일차|天)?[\s,、]+)?([01]?\d|2[0-3])[:：]([0-5]\d)(?:[:：]([0-5]\d))?$/iu;

function sampleOf(text: string, view: Clocked, near: number): number | undefined {
  const [, day, hours = '', minutes = '', seconds = '0'] = timeForm.exec(text) ?? [];
  if (hours === '') return undefined;
  const passed = view.passings(((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000);
  const meant = passed.filter(
    (sample) => day === undefined || (view.dayOf(sample)?.day ?? 1) === Number(day),
  );
  return meant.toSorted((a, b) => Math.abs(a - near) - Math.abs(b - near))[0];
}

/** `sorted`: as the user sees them; `near`: the sample of the current place. */
export function jumpTarget(
  typed: string,
  sorted: readonly FindingItem[],
  view: Clocked,
  near: number,
): FindingItem | undefined {
  const text = typed.trim();
  if (/^\d+$/u.test(text)) return sorted[Number(text) - 1];
  const from = sampleOf(text, view, near);
  if (from === undefined) return undefined;
  return sorted
    .filter(({ end }) => end >= from)
    .reduce<FindingItem | undefined>(
      (first, item) => (first === undefined || item.start < first.start ? item : first),
      undefined,
    );
}
