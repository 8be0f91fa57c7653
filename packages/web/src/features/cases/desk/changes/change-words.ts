/** Names a change of the reading in the language of the page. */
import { useTranslation } from 'react-i18next';
import { nameLanguage } from '../../../../platform/texts/name-language.ts';
import { useFormat } from '../../../../platform/texts/use-format.ts';
import { useSessionUser } from '../../../../platform/session/session-state.ts';
import { useNow } from '../../../../ui/use-now.ts';
import { findingColour } from '../../analysis/finding-colours.ts';
import { useFindingName } from '../../analysis/use-finding-name.ts';
import { beatsOf, type ChangeGroup, type ChangeKind } from './change-work.ts';
import { kindOfLabel } from '../session/item-words.ts';

type ChangeRow = ChangeGroup['rows'][number];

export function changeColour(kind: ChangeKind): string {
  switch (kind.of) {
    case 'quality':
      return findingColour('noise');
    case 'beats':
      return findingColour(kindOfLabel[kind.to ?? kind.from ?? 'Q']);
    case 'rhythm':
      return findingColour(kind.rhythm);
    case 'accepted':
      return findingColour('sinus');
  }
}

export function useKindWords(): (kind: ChangeKind) => string {
  const { t } = useTranslation('desk');
  const nameOf = useFindingName();
  return (kind) => {
    if (kind.of === 'quality') return t('kind.quality');
    if (kind.of === 'accepted') return t('changes.accepted');
    if (kind.of === 'rhythm') return nameOf(kind.rhythm);
    const { from, to } = kind;
    if (from !== null && to !== null) return t('changes.became', { from, to });
    return t(to === null ? 'changes.removed' : 'changes.added', { label: to ?? from ?? '' });
  };
}

type Ends = { readonly start_sample: number; readonly end_sample: number };

/** Returns the details of a change: number of beats, duration, and the earlier rhythm of an episode. */
export function useChangeFacts(sampling_hz: number): (row: ChangeRow) => string {
  const { t } = useTranslation('desk');
  const { t: ofAnalysis } = useTranslation('analysis');
  const nameOf = useFindingName();
  const format = useFormat();
  const length = ({ start_sample, end_sample }: Ends): string =>
    format.length((end_sample - start_sample) / sampling_hz);
  return ({ change }) => {
    if ('samples' in change) {
      const count = beatsOf(change).length;
      return ofAnalysis('of-beats', { count, value: format.number(count) });
    }
    if ('finding' in change) return `${nameOf(change.finding.kind)} ${length(change.finding)}`;
    if (!('episode' in change)) return length(change);
    const { episode } = change;
    const now = `${episode.name ?? nameOf(episode.kind)} ${length(episode)}`;
    if (change.kind === 'episode_added') return now;
    return t('changes.became', { from: `${nameOf(change.from.kind)} ${length(change.from)}`, to: now });
  };
}

/** Returns who made a change, and when. */
export function useChangeHand(): (
  row: ChangeRow,
) => { name: string; language?: string; when: string } | null {
  const format = useFormat();
  const nowMs = useNow();
  const self = useSessionUser();
  return ({ written }) => {
    if (written === undefined) return null;
    const name = written.author?.name ?? self.name;
    const language = nameLanguage(name);
    return {
      name,
      when: format.moment(written.at_ms, nowMs),
      ...(language === undefined ? {} : { language }),
    };
  };
}
