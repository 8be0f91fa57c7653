/**
 * Lists the findings by kind: a click selects a kind, another click shows its next place; its places are listed below
 * it.
 */
import { styled } from '@mui/material/styles';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import type { ActiveFinding } from '../../../trace/signal/findings.ts';
import type { ReadBeats } from '../reading/read-beats.ts';
import { useReadingPart } from '../reading/reading-context.tsx';
import { findingColour } from './finding-colours.ts';
import { useActiveFinding } from './finding-groups.ts';
import type { Episodes } from './finding-items.ts';
import { FindingPlaces } from './finding-places.tsx';
import type { FindingRow } from './finding-rows.ts';
import { useStripPlace } from './strip-place.tsx';
import { useFindingName } from './use-finding-name.ts';

const List = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: '0 -8px',
  padding: 0,
  '& > li + li': { borderTop: `1px solid ${theme.vars.palette.line.hair}` },
}));
const Row = styled('button')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  width: '100%',
  minHeight: 26,
  padding: '0 8px',
  border: 0,
  borderRadius: 4,
  font: 'inherit',
  textAlign: 'left',
  color: 'inherit',
  background: 'none',
  cursor: 'pointer',
  '&:hover': { backgroundColor: theme.vars.palette.surface.s3 },
  '&:disabled': { cursor: 'default', backgroundColor: 'transparent' },
  '& .name': { flex: 1, minWidth: 0 },
  '& .count': { fontWeight: 500 },
  '&[aria-current]': { color: theme.vars.palette.primary.main, fontWeight: 600 },
  '& .more': { color: theme.vars.palette.text.secondary },
  [theme.breakpoints.down('md')]: { minHeight: 44 },
}));
const Swatch = styled('span')({ width: 8, height: 8, borderRadius: 2, flex: 'none' });

function useMore(): (row: FindingRow) => string | null {
  const format = useFormat();
  return ({ share, seconds }) => {
    if (share !== null) return format.percent(share);
    return seconds === null || seconds < 1 ? null : format.length(seconds);
  };
}

/** Shows how many of the findings were accepted, once any was judged. */
function Count({ row }: { row: FindingRow }) {
  const { t } = useTranslation('reading');
  const format = useFormat();
  const findings = useReadingPart((reading) => reading?.shown?.findings);
  const judged = useMemo(
    () =>
      (findings ?? []).filter(
        ({ kind, state }) => kind === row.kind && (state === 'accepted' || state === 'mended'),
      ).length,
    [findings, row.kind],
  );
  const found = format.number(row.count);
  if (findings === undefined || row.places.ends === null) return <span className="count">{found}</span>;
  return <span className="count">{t('judged', { accepted: format.number(judged), found })}</span>;
}

type OneProps = { row: FindingRow; active: ActiveFinding; beats: ReadBeats | undefined; analysis: Episodes };

function FindingItem({ row, active, ...found }: OneProps) {
  const nameOf = useFindingName();
  const moreOf = useMore();
  const strip = useStripPlace();
  const current = active.kind === row.kind;
  const read = (): void => {
    const count = row.places.starts.length;
    const index = current && active.index >= 0 ? (active.index + 1) % count : 0;
    strip.read(row.kind, index, row.places);
  };
  return (
    <li>
      <Row
        type="button"
        disabled={row.places.starts.length === 0}
        aria-current={current ? 'true' : undefined}
        onClick={read}
      >
        <Swatch aria-hidden="true" style={{ backgroundColor: findingColour(row.kind) }} />
        <span className="name">{nameOf(row.kind)}</span>
        <span className="more">{moreOf(row)}</span>
        <Count row={row} />
      </Row>
      {current && row.places.starts.length > 1 ? (
        <FindingPlaces key={row.kind} row={row} index={active.index} {...found} />
      ) : null}
    </li>
  );
}

type ListProps = { rows: readonly FindingRow[]; beats: ReadBeats | undefined; analysis: Episodes };

export function FindingList({ rows, ...found }: ListProps) {
  const { t } = useTranslation('analysis');
  const active = useActiveFinding(rows);
  return (
    <List aria-label={t('findings')}>
      {rows.map((row) => (
        <FindingItem key={row.kind} row={row} active={active} {...found} />
      ))}
    </List>
  );
}
