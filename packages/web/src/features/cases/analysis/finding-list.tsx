/** The findings by kind: a press shows the next one of the kind on the strip, the arrows go both ways. */
import { styled } from '@mui/material/styles';
import { CaretLeftIcon, CaretRightIcon } from '@phosphor-icons/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { findingColours } from './finding-colours.ts';
import { type FindingKind, type FindingRow, nextPlace } from './finding-rows.ts';
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
  '& .more': { color: theme.vars.palette.text.secondary },
  [theme.breakpoints.down('md')]: { minHeight: 44 },
}));
const Steps = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 4,
  padding: '0 8px 2px 22px',
  color: theme.vars.palette.text.secondary,
}));
const Swatch = styled('span')({ width: 8, height: 8, borderRadius: 2, flex: 'none' });

type Shown = { readonly kind: FindingKind; readonly index: number };

function useMore(): (row: FindingRow) => string | null {
  const format = useFormat();
  return ({ share, seconds }) => {
    if (share !== null) return format.percent(share);
    return seconds === null || seconds < 1 ? null : format.duration(seconds * 1000);
  };
}

export function FindingList({ rows }: { rows: readonly FindingRow[] }) {
  const { t } = useTranslation('analysis');
  const format = useFormat();
  const nameOf = useFindingName();
  const moreOf = useMore();
  const place = useStripPlace();
  const [shown, setShown] = useState<Shown | null>(null);
  const show = (row: FindingRow, by: -1 | 1): void => {
    const index = nextPlace(row.places.length, shown?.kind === row.kind ? shown.index : null, by);
    const sample = row.places[index];
    if (sample === undefined) return;
    setShown({ kind: row.kind, index });
    place.show(sample);
  };
  return (
    <List aria-label={t('findings')}>
      {rows.map((row) => (
        <li key={row.kind}>
          <Row
            type="button"
            disabled={row.places.length === 0}
            aria-current={shown?.kind === row.kind ? 'true' : undefined}
            onClick={() => show(row, 1)}
          >
            <Swatch aria-hidden="true" style={{ backgroundColor: findingColours[row.kind] }} />
            <span className="name">{nameOf(row.kind)}</span>
            <span className="more">{moreOf(row)}</span>
            <span className="count">{format.number(row.count)}</span>
          </Row>
          {shown?.kind === row.kind && row.places.length > 1 ? (
            <Steps>
              <IconButton name={t('previous')} size="small" onClick={() => show(row, -1)}>
                <CaretLeftIcon size={14} weight="bold" />
              </IconButton>
              <span aria-live="polite">
                {t('position', {
                  index: format.number(shown.index + 1),
                  total: format.number(row.places.length),
                })}
              </span>
              <IconButton name={t('next')} size="small" onClick={() => show(row, 1)}>
                <CaretRightIcon size={14} weight="bold" />
              </IconButton>
            </Steps>
          ) : null}
        </li>
      ))}
    </List>
  );
}
