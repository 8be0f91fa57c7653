/** Names an entry of the log in the language of the page. */
import type { BeatSelection, JudgedThing } from '@rhythmdesk/ecg/reading/edits';
import type { RhythmKey } from '@rhythmdesk/ecg/labels/rhythm-labels';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/texts/use-format.ts';
import { useFindingName } from '../../analysis/use-finding-name.ts';
import type { WrittenEdit } from '../../reading/reading-state.ts';
import { type Deed, type EditAct, madeBy } from './edit-log.ts';

type Ends = { readonly start_sample: number; readonly end_sample: number };
type NamedRhythm = { readonly rhythm: RhythmKey; readonly name?: string | undefined };

/** Names beats, sections and episodes as an entry shows them. */
function useNames(sampling_hz: number) {
  const { t } = useTranslation('edit-log');
  const { t: ofDesk } = useTranslation('desk');
  const { t: ofAnalysis } = useTranslation('analysis');
  const nameOf = useFindingName();
  const format = useFormat();
  const length = ({ start_sample, end_sample }: Ends): string =>
    format.length((end_sample - start_sample) / sampling_hz);
  return {
    length,
    rhythm: ({ rhythm, name }: NamedRhythm): string => name ?? nameOf(rhythm),
    finding: nameOf,
    template: (template: number): string => ofDesk('template', { number: template + 1 }),
    beats: (beats: BeatSelection): string => {
      if (beats.by === 'template') return ofDesk('template', { number: beats.template + 1 });
      if (beats.by === 'range') return t('beats-of', { length: length(beats) });
      const count = beats.samples.length;
      return ofAnalysis('of-beats', { count, value: format.number(count) });
    },
    thing: (thing: JudgedThing): string => {
      if (thing.of === 'template') return ofDesk('template', { number: thing.template + 1 });
      return thing.of === 'event' ? nameOf('event') : ofDesk(`extreme.${thing.extreme}`);
    },
  };
}

function useDeedWords(log: readonly WrittenEdit[], sampling_hz: number): (deed: Deed) => string {
  const { t } = useTranslation('edit-log');
  const names = useNames(sampling_hz);
  const numbered = (sequence: number): string => {
    const made = madeBy(sequence, log);
    return made !== null && 'rhythm' in made ? names.rhythm(made) : t('episode');
  };
  return (deed) => {
    switch (deed.kind) {
      case 'relabel_beats':
        return t('relabel_beats', { what: names.beats(deed.beats), label: deed.label });
      case 'regroup_beats':
        return t('regroup_beats', { what: names.beats(deed.beats), group: names.template(deed.template) });
      case 'add_beat':
        return t('add_beat', { label: deed.label });
      case 'remove_beats':
        return t('removed', { what: names.beats(deed.beats) });
      case 'move_beat':
        return t('move_beat');
      case 'mark_unreadable':
      case 'clear_unreadable':
        return t(deed.kind, { length: names.length(deed) });
      case 'add_episode':
        return t(deed.instead_of === undefined ? 'drawn' : 'mended', { what: names.rhythm(deed) });
      case 'change_episode':
        return t('mended', { what: names.rhythm(deed) });
      case 'remove_episode':
        return t('removed', { what: numbered(deed.episode) });
      case 'judge_finding':
        return t(deed.verdict, { what: names.finding(deed.finding.kind) });
      case 'judge_thing':
        return t(deed.verdict, { what: names.thing(deed.thing) });
      case 'add_measurement':
      case 'remove_measurement':
        return t(deed.kind);
      case 'add_strip':
      case 'change_strip':
      case 'remove_strip':
        return t(deed.kind);
    }
  };
}

/** For a step of several edits, names the first one and the number of the others. */
export function useActWords(log: readonly WrittenEdit[], sampling_hz: number): (act: EditAct) => string {
  const { t } = useTranslation('edit-log');
  const format = useFormat();
  const words = useDeedWords(log, sampling_hz);
  return ({ of, deeds }) => {
    const [first] = deeds;
    const more = deeds.length - 1;
    const one = first === undefined ? t('nothing') : words(first);
    const what = more < 1 ? one : t('and-more', { what: one, count: more, value: format.number(more) });
    return of === 'done' ? what : t(of, { what });
  };
}
