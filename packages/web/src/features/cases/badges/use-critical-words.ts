/** Provides the name of a critical finding with its figure, in the page's language. */
import type { CriticalFinding } from '@rhythmdesk/contract/critical';
import type { RhythmKey } from '@rhythmdesk/ecg/labels/rhythm-labels';
import { isNamedPause } from '@rhythmdesk/ecg/rhythm/pauses';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';

type DescribedFinding = Pick<
  CriticalFinding,
  'rule' | 'kind' | 'beats' | 'seconds' | 'bpm' | 'start' | 'time_zone'
>;

export type CriticalWords = { readonly title: string; readonly figure: string; readonly at: string };

/** Kinds of AV block that are not of the second degree. */
const blockDegrees: { readonly [kind in RhythmKey]?: '3' | 'high' } = { avb3: '3', avb_high: 'high' };

export function useCriticalWords(): (finding: DescribedFinding) => CriticalWords {
  const { t } = useTranslation('critical');
  const format = useFormat();
  return ({ rule, kind, beats, seconds, bpm, start, time_zone }) => {
    const figures = {
      beats,
      seconds: format.number(seconds, seconds < 10 ? 1 : 0),
      bpm: bpm === null ? '–' : format.number(bpm),
    };
    const degree = blockDegrees[kind] ?? '2';
    const named = isNamedPause(kind) ? kind : rule;
    const title = named === 'av_block' ? t(`title.av_block-${degree}`) : t(`title.${named}`, figures);
    const rate = bpm === null ? null : t('rate', figures);
    const length = rule === 'pause' ? null : t('length', figures);
    return {
      title,
      figure: [rate, length].filter((part) => part !== null).join(' · '),
      at: `${format.instant('dayTime', start, time_zone).replace(/,? ?\d\d:\d\d$/, '')} ${format.instant('second', start, time_zone)}`.trim(),
    };
  };
}

/** Returns the text of a finding's current step, and the note below it. */
export function useStepWords(): (finding: CriticalFinding) => { step: string; note: string } {
  const { t } = useTranslation('critical');
  const format = useFormat();
  return ({ state, steps, judged_by, called_at, found_at, acknowledged_name, acknowledged_at, ended_at }) => {
    const timeOf = (at: string | null): string => (at === null ? '' : format.instant('time', at));
    const name = judged_by?.name ?? '';
    switch (state) {
      case 'open':
        return { step: t('step.confirm'), note: t('note.notified', { time: timeOf(found_at) }) };
      case 'confirmed':
        return steps < 4
          ? { step: t('step.call'), note: t('note.confirmed', { name }) }
          : { step: t('step.wait'), note: t('note.called', { time: timeOf(called_at) }) };
      case 'acknowledged':
        return {
          step: t('step.acknowledged'),
          note: `${acknowledged_name ?? ''} · ${timeOf(acknowledged_at)}`,
        };
      case 'false':
        return { step: t('step.false'), note: `${name} · ${timeOf(ended_at)}` };
      case 'withdrawn':
        return { step: t('step.withdrawn'), note: timeOf(ended_at) };
    }
  };
}
