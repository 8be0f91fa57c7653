/** Provides the measured beat: which beats it is made of, and its signal once that has arrived. */
import type { TemplateGroup } from '@rhythmdesk/ecg/reading/template-groups';
import { useEffect, useMemo, useState } from 'react';
import { useArrived } from '../../../../trace/panels/use-arrived.ts';
import type { RecordingHandle } from '../../../../trace/panels/recording-handle.ts';
import { useReadingOfPage } from '../../reading/reading-context.tsx';
import {
  beatNear,
  beatPicture,
  nearBeats,
  windowOf,
  type BeatPicture,
  type MeasuredFrom,
} from './measure-source.ts';

export type MeasuredChoice = {
  readonly from: MeasuredFrom;
  readonly lead: number;
  /** Sample around which beats are searched. */
  readonly place: number;
  readonly group: TemplateGroup | undefined;
};

type FoundSamples = { readonly key: string; readonly samples: readonly number[] };

/** Returns the selected beats; null while they are requested. */
function useSamples(
  { from, place, group }: MeasuredChoice,
  beats: ArrayLike<number>,
  view: RecordingHandle,
): readonly number[] | null {
  const session = useReadingOfPage();
  const [foundSamples, setFound] = useState<FoundSamples | null>(null);
  const { clock } = view.small;
  const template = group?.template;
  const key = `${from} ${String(template)} ${String(place)}`;
  useEffect(() => {
    if (session === null || template === undefined || from === 'beat') return undefined;
    let isHere = true;
    const wanted =
      from === 'near'
        ? session.queries.group(template).then(({ samples }) => nearBeats(samples, place, clock))
        : session.queries
            .members(template)
            .then(({ overlay }) => overlay.flatMap((sample) => beatNear([sample], sample, clock)))
            .then((found) => found.toSorted((a, b) => Math.abs(a - place) - Math.abs(b - place)));
    wanted.then(
      (samples) => {
        if (isHere) setFound({ key, samples });
      },
      // The reading was closed meanwhile; the next reading requests them again.
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [session, template, from, place, clock, key, beats]);
  const alone = useMemo(() => beatNear(beats, place, clock), [beats, place, clock]);
  if (from === 'beat') return alone;
  if (template === undefined) return [];
  return foundSamples?.key === key ? foundSamples.samples : null;
}

/** Returns `waiting` while the signal is loading, null if there is nothing to measure. */
export function useMeasuredBeat(
  choice: MeasuredChoice,
  beats: ArrayLike<number>,
  view: RecordingHandle,
): BeatPicture | 'waiting' | null {
  const samples = useSamples(choice, beats, view);
  const { lead } = choice;
  const { small, sampling_hz: hz } = view;
  const spans = useMemo(() => samples?.map((sample) => windowOf(sample, hz)) ?? [], [samples, hz]);
  const leads = useMemo(() => [lead], [lead]);
  useEffect(() => small.showAll(spans, leads), [small, spans, leads]);
  useArrived(small, spans, leads);
  if (samples === null) return 'waiting';
  const windows = spans.flatMap((span) => {
    const [run] = small.runs(span, lead);
    const isWhole = run?.start === span.start && run.values.length === span.end - span.start;
    return isWhole ? [run.values] : [];
  });
  if (windows.length < spans.length) return 'waiting';
  return beatPicture({ samples, windows, lead }, beats, hz);
}
