/**
 * Shows what the analysis found and what the reading has, kind by kind. A click on a kind that the reading changed shows
 * its first change.
 */
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/texts/use-format.ts';
import { analysisQuery } from '../../analysis/use-analysis.ts';
import { findingColour } from '../../analysis/finding-colours.ts';
import { useFindingName } from '../../analysis/use-finding-name.ts';
import { colourOfKind } from '../session/item-words.ts';
import { KindHead, KindRow } from '../session/pane-parts.ts';
import type { Desk } from '../session/use-desk.ts';
import type { ChangeGroup } from './change-work.ts';
import { kindCounts } from './kind-counts.ts';
import { useOpenChange } from './use-changes.ts';

type KindFiguresProps = {
  readonly desk: Desk;
  readonly detail: Pick<CaseDetail, 'case_id' | 'recording'>;
  readonly groups: readonly ChangeGroup[];
};

/** Null until both sides are known. */
function useCounts({ desk: { shown, groups }, detail }: Omit<KindFiguresProps, 'groups'>) {
  const { data } = useQuery({
    ...analysisQuery(detail.case_id),
    enabled: detail.recording === 'ready',
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (shown === null || data === undefined || data.summary === null) return null;
  const { summary, findings } = data;
  return kindCounts({
    machine: { findings, beats: summary.beats },
    reading: { beats: shown.summary.beats, groups },
  });
}

export function KindFigures({ desk, detail, groups }: KindFiguresProps) {
  const { t } = useTranslation('desk');
  const format = useFormat();
  const nameOf = useFindingName();
  const open = useOpenChange(desk);
  const counts = useCounts({ desk, detail });
  if (counts === null) return null;
  return (
    <>
      <KindHead>
        <b>{t('changes.by-kind')}</b>
        <span>{t('changes.machine-reading')}</span>
      </KindHead>
      {counts.map(({ kind, machine, reading, has }) => {
        const [first] = groups.filter((group) => has(group.kind)).flatMap(({ rows }) => rows);
        const isBeat = kind === 'v_beat' || kind === 's_beat' || kind === 'f_beat';
        return (
          <li key={kind}>
            <KindRow type="button" disabled={first === undefined} onClick={() => open(first)}>
              <i style={{ backgroundColor: isBeat ? findingColour(kind) : colourOfKind(kind) }} />
              <span>{isBeat ? nameOf(kind) : t(`kind.${kind}`)}</span>
              <span>{format.number(machine)} →</span>
              {machine === reading ? <span>{format.number(reading)}</span> : <b>{format.number(reading)}</b>}
            </KindRow>
          </li>
        );
      })}
    </>
  );
}
