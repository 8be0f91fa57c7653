/**
 * Shows on the left of the changes: their kinds with counts, their authors, and the longest sections that nobody has
 * reviewed.
 */
import { styled } from '@mui/material/styles';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/texts/use-format.ts';
import { useStored } from '../../../../platform/use-stored.ts';
import type { RecordingHandle } from '../../../../trace/panels/recording-handle.ts';
import { Section } from '../../../../ui/panel.tsx';
import { useStripPlace } from '../../analysis/strip-place.tsx';
import { changeColour, useChangeHand, useKindWords } from './change-words.ts';
import { type ChangeGroup, changeWorkOf, withoutAccepted } from './change-work.ts';
import { KindFigures } from './kind-figures.tsx';
import { longestUnseen, samplesOf } from '../coverage/coverage-sums.ts';
import { useCoverage } from '../coverage/use-coverage.ts';
import { usePlaceTime } from '../session/item-words.ts';
import { Head, KindRow, Kinds, Pane } from '../session/pane-parts.ts';
import { Absence } from '../session/queue-absent.tsx';
import type { Desk } from '../session/use-desk.ts';
import {
  groupRead,
  useAskForChanges,
  useChangeGroups,
  useListedGroups,
  useOpenChange,
} from './use-changes.ts';

const Hint = styled('li')(({ theme }) => ({
  padding: '10px 14px',
  color: theme.vars.palette.text.secondary,
}));
const Parted = styled('li')(({ theme }) => ({
  margin: '8px 0 2px',
  padding: '8px 14px 0',
  borderTop: `1px solid ${theme.vars.palette.line.main}`,
  fontWeight: 600,
}));
const Unseen = styled('div')({ flex: 'none', '& ul': { padding: 0, margin: '0 -14px' } });

function Kind({ group, desk, isRead }: { group: ChangeGroup; desk: Desk; isRead: boolean }) {
  const { t } = useTranslation('analysis');
  const format = useFormat();
  const words = useKindWords();
  const open = useOpenChange(desk);
  const { kind, rows, beats } = group;
  const count = format.number(rows.length);
  return (
    <li>
      <KindRow type="button" aria-current={isRead ? 'true' : undefined} onClick={() => open(rows[0])}>
        <i style={{ backgroundColor: changeColour(kind) }} />
        <span>{words(kind)}</span>
        <span>
          {kind.of === 'beats' ? t('of-beats', { count: beats, value: format.number(beats) }) : count}
        </span>
      </KindRow>
    </li>
  );
}

/** Findings that were accepted as they are: folded away, because they change nothing. */
function Accepted({ group, desk }: { group: ChangeGroup; desk: Desk }) {
  const format = useFormat();
  const words = useKindWords();
  const open = useOpenChange(desk);
  const { unfolded, current } = changeWorkOf(desk);
  const isOpen = useStored(unfolded);
  const toggle = (): void => {
    unfolded.set(!isOpen);
    if (!isOpen) open(group.rows[0]);
    else if (group.rows.some(({ key }) => key === current.get())) current.set(null);
  };
  return (
    <li>
      <KindRow type="button" aria-expanded={isOpen} onClick={toggle}>
        <i style={{ backgroundColor: changeColour(group.kind) }} />
        <span>{words(group.kind)}</span>
        <span>{format.number(group.rows.length)}</span>
      </KindRow>
    </li>
  );
}

/** Lists the authors of the changes, each name once. */
function Hands({ groups }: { groups: readonly ChangeGroup[] }) {
  const handOf = useChangeHand();
  const rows = groups.flatMap((group) => group.rows);
  const names = new Set(rows.flatMap((row) => handOf(row)?.name ?? []));
  return [...names].join(' · ');
}

function NobodyLooked({ view }: { view: RecordingHandle }) {
  const { t } = useTranslation('desk');
  const format = useFormat();
  const timeOf = usePlaceTime();
  const strip = useStripPlace();
  const { sums } = useCoverage();
  if (sums === null || sums.unseen.length === 0) return null;
  const minutes = (count: number): string => format.durationToMinute(count * 60_000);
  const unseen = sums.unseen.reduce((sum, [from, to]) => sum + to - from, 0);
  return (
    <Unseen>
      <Section title={t('changes.unseen')} note={minutes(unseen)}>
        <ul style={{ listStyle: 'none' }}>
          {longestUnseen(sums).map((range) => {
            const span = samplesOf(range, view.sampling_hz);
            return (
              <li key={range[0]}>
                <KindRow type="button" onClick={() => strip.showSpan(span)}>
                  <span>
                    {timeOf(span.start, view)} – {view.timeOf(span.end)}
                  </span>
                  <span>{minutes(range[1] - range[0])}</span>
                </KindRow>
              </li>
            );
          })}
        </ul>
      </Section>
    </Unseen>
  );
}

type ChangesPanelProps = { desk: Desk; detail: Pick<CaseDetail, 'case_id' | 'recording'> };

export function ChangesPanel({ desk, detail }: ChangesPanelProps) {
  const { t } = useTranslation('desk');
  const format = useFormat();
  useAskForChanges(desk);
  const groups = useChangeGroups(desk);
  const listed = useListedGroups(desk);
  const current = useStored(changeWorkOf(desk).current);
  if (groups === null) {
    return (
      <Pane aria-label={t('view.changes')}>
        <Absence detail={detail} />
      </Pane>
    );
  }
  const changed = withoutAccepted(groups);
  const accepted = groups.find(({ kind }) => kind.of === 'accepted');
  const read = groupRead(listed ?? changed, current);
  const count = changed.reduce((sum, { rows }) => sum + rows.length, 0);
  return (
    <Pane aria-label={t('view.changes')}>
      <Head>
        <div>
          <h2>{t('view.changes')}</h2>
          <span>{t('changes.count', { count, value: format.number(count) })}</span>
        </div>
        <div>
          <Hands groups={changed.length === 0 ? groups : changed} />
        </div>
      </Head>
      <Kinds>
        <KindFigures {...{ desk, detail }} groups={changed} />
        <Parted>{t('changes.what')}</Parted>
        {changed.length === 0 ? <Hint>{t('changes.none')}</Hint> : null}
        {changed.map((group) => (
          <Kind key={group.key} {...{ group, desk }} isRead={group.key === read?.key} />
        ))}
        {accepted === undefined ? null : <Accepted {...{ desk }} group={accepted} />}
      </Kinds>
      {desk.view === null ? null : <NobodyLooked view={desk.view} />}
    </Pane>
  );
}
