/** Names an item of the queue in the language of the page. */
import type { QueueItem, QueueKind } from '@rhythmdesk/ecg/reading/finding-queue';
import { unsureBelow } from '@rhythmdesk/ecg/reading/finding-queue';
import { isAdded } from '@rhythmdesk/ecg/reading/reading-figures';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/texts/use-format.ts';
import type { RecordingHandle } from '../../../../trace/panels/recording-handle.ts';
import { findingColour } from '../../analysis/finding-colours.ts';
import type { FindingKind } from '../../analysis/finding-rows.ts';
import { useFindingName } from '../../analysis/use-finding-name.ts';

type ItemWords = {
  readonly name: string;
  readonly colour: string;
  /** Duration, rate and count, which distinguish it from its neighbours. */
  readonly facts: readonly string[];
  /** The certainty of the engine, or that a user added or edited the finding. */
  readonly origin: string | null;
  /** Only the figure of the certainty. */
  readonly share: string | null;
  readonly isUnsure: boolean;
  readonly time: string;
};

/** The finding whose colour a class of beats has. */
export const kindOfLabel = {
  N: 'sinus',
  S: 's_beat',
  V: 'v_beat',
  F: 'f_beat',
  P: 'p_beat',
  Q: 'noise',
} as const;

function colourOf(item: QueueItem): string {
  const kind = (): FindingKind => {
    if (item.of === 'episode') return item.finding.kind;
    if (item.of === 'template') return kindOfLabel[item.group.label];
    return item.of === 'event' ? 'event' : 'tachy';
  };
  return findingColour(kind());
}

/** A kind of the queue has the colour of its most severe finding. */
const colouredAs = {
  asystole: 'asystole',
  av_block: 'avb3',
  quality: 'noise',
  templates: 'sinus',
  v_runs: 'vt',
  v_patterns: 'v_couplet',
  s_runs: 'svt',
  s_patterns: 's_couplet',
  af: 'af',
  rhythms: 'avb1',
  pauses: 'pause',
  rates: 'brady',
  extremes: 'tachy',
  events: 'event',
} as const satisfies Record<QueueKind, FindingKind>;

export const colourOfKind = (kind: QueueKind): string => findingColour(colouredAs[kind]);

/** Returns the time of a place, with its day if the recording has several. */
export function usePlaceTime(): (sample: number, view: RecordingHandle) => string {
  const { t } = useTranslation('analysis');
  const format = useFormat();
  return (sample, view) => {
    const day = view.dayOf(sample);
    const time = view.timeOf(sample);
    return day === null ? time : `${t('day', { day: format.number(day.day) })} ${time}`;
  };
}

/** Up to this duration, the rate says more than the length: two beats have a rate. */
const leastMs = 1000;

export function useItemWords(): (item: QueueItem, view: RecordingHandle) => ItemWords {
  const { t } = useTranslation('desk');
  const { t: ofAnalysis } = useTranslation('analysis');
  const { t: ofReading } = useTranslation('reading');
  const nameOf = useFindingName();
  const timeOf = usePlaceTime();
  const format = useFormat();
  const named = (item: QueueItem, view: RecordingHandle): string => {
    switch (item.of) {
      case 'episode':
        return item.finding.name ?? nameOf(item.finding.kind);
      case 'template':
        return t('template', { number: item.group.template + 1 });
      case 'event':
        return view.eventsAt(item.start_sample).join(' · ') || nameOf('event');
      case 'extreme':
        return t(`extreme.${item.extreme}`);
    }
  };
  const factsOf = (item: QueueItem, view: RecordingHandle): string[] => {
    switch (item.of) {
      case 'episode': {
        const { start_sample, end_sample, bpm } = item.finding;
        const ms = ((end_sample - start_sample) / view.sampling_hz) * 1000;
        const length = ms < leastMs && bpm !== null ? [] : [format.length(ms / 1000)];
        const rate = bpm === null ? [] : [ofAnalysis('bpm', { value: format.number(Math.round(bpm)) })];
        return [...length, ...rate];
      }
      case 'template':
        return [`${item.group.label} ${format.number(item.group.beats)}`];
      case 'event':
        return [];
      case 'extreme': {
        const value = format.number(Math.round(item.value));
        return [ofAnalysis(item.extreme === 'longest_rr' ? 'ms' : 'bpm', { value })];
      }
    }
  };
  return (item, view) => {
    const { certainty } = item;
    const byUser =
      item.of === 'episode' && item.state === 'mended'
        ? ofReading(isAdded(item.finding) ? 'added' : 'mended')
        : null;
    return {
      name: named(item, view),
      colour: colourOf(item),
      facts: factsOf(item, view),
      origin: certainty === null ? byUser : t('sure', { share: format.percent(certainty) }),
      share: certainty === null ? byUser : format.percent(certainty),
      isUnsure: certainty !== null && certainty < unsureBelow,
      time: timeOf(item.start_sample, view),
    };
  };
}
