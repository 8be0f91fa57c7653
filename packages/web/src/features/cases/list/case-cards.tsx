/**
 * Shows the list below 768 px as a card for each case, with the recording at full width. A tap opens the case; the menu
 * button contains the actions.
 */
import { styled } from '@mui/material/styles';
import type { CaseRow } from '@rhythmdesk/contract/cases';
import { DotsThreeIcon } from '@phosphor-icons/react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { TrendSparkline } from '../../../trace/panels/trend-sparkline.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { UrgentTag } from '../../../ui/badges/priority-tag.tsx';
import { useCaseName } from '../model/case-name.ts';
import { CaseStatusChip } from '../../../ui/badges/case-status-chip.tsx';
import { CaseSeverity, CaseTimeLeft } from '../badges/case-badges.tsx';
import { CriticalTag } from '../badges/critical-tag.tsx';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { PatientName } from '../badges/patient-name.tsx';
import { casePath, type ListTrail } from '../model/list-trail.ts';

const List = styled('ul')({ margin: 0, padding: '0 12px', listStyle: 'none' });
const Card = styled('li', { shouldForwardProp: (prop) => prop !== 'tinted' && prop !== 'alarm' })<{
  tinted: boolean;
  alarm: boolean;
}>(({ theme, tinted, alarm }) => ({
  position: 'relative',
  marginBottom: 8,
  padding: '12px 12px 10px',
  borderRadius: 10,
  border: `1px solid ${theme.vars.palette.line.main}`,
  backgroundColor: tinted ? theme.vars.palette.primary.tint : theme.vars.palette.card,
  ...(alarm ? { boxShadow: `inset 3px 0 0 ${theme.vars.palette.error.main}` } : {}),
}));
const Line = styled('div')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 8,
  minHeight: 22,
  '& > *': { minWidth: 0 },
});
const Start = styled('span')({ display: 'inline-flex', alignItems: 'center', gap: 8 });
/** The whole card is the link; controls with their own action are above it. */
const Id = styled(Link)(({ theme }) => ({
  ...theme.typography.mono,
  color: theme.vars.palette.text.secondary,
  textDecoration: 'none',
  padding: '4px 0',
  margin: '-4px 0',
  '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 10 },
  '&:focus-visible': { outline: 'none' },
  '&:focus-visible::after': { outline: `2px solid ${theme.vars.palette.focus}`, outlineOffset: 2 },
}));
const Clip = styled('span')(({ theme }) => ({
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  color: theme.vars.palette.text.secondary,
}));
const Sparkline = styled('div')({ margin: '6px 0 8px', minHeight: 34 });
const Quiet = styled('span')(({ theme }) => ({ color: theme.vars.palette.gray }));

type CardProps = {
  row: CaseRow;
  trail: () => ListTrail;
  tinted: boolean;
  onMenu: (row: CaseRow, anchor: HTMLElement) => void;
};

function Drawing({ row: { sparkline } }: Pick<CardProps, 'row'>) {
  const { t } = useTranslation('case-list');
  const drawn = sparkline === null ? null : <TrendSparkline bytes={sparkline} wide />;
  return <Sparkline>{drawn ?? <Quiet>{t('no-recording')}</Quiet>}</Sparkline>;
}

function CaseCard({ row, trail, tinted, onMenu }: CardProps) {
  const { t: word } = useTranslation('words');
  const { t: act } = useTranslation('actions');
  const format = useFormat();
  const caseName = useCaseName();
  return (
    <Card tinted={tinted} alarm={row.critical_due_at !== null}>
      <Line>
        <Start>
          <Id to={casePath(row.case_id)} state={() => ({ list: trail() })}>
            {row.hn_id}
          </Id>
          {row.critical_due_at === null ? null : <CriticalTag due_at={row.critical_due_at} />}
          {row.priority === 'urgent' ? <UrgentTag label={word('priority.urgent')} /> : null}
        </Start>
        <CaseTimeLeft row={row} />
      </Line>
      <Line>
        <PatientName row={row} />
        <Clip lang={nameLanguage(row.hospital.name)}>{row.hospital.name}</Clip>
      </Line>
      <Drawing row={row} />
      <Line>
        <Start>
          <CaseStatusChip row={row} />
          {row.severity === 'none' ? null : <CaseSeverity severity={row.severity} />}
        </Start>
        <Start>
          <Quiet>
            {row.recording_seconds === null ? '' : format.duration(row.recording_seconds * 1_000)}
          </Quiet>
          {row.actions.length === 0 ? null : (
            <IconButton
              name={act('menu', { name: caseName(row) })}
              aria-haspopup="menu"
              onClick={(event) => onMenu(row, event.currentTarget)}
              sx={{ position: 'relative', width: 44, height: 44, margin: '-11px -10px -11px -4px' }}
            >
              <DotsThreeIcon size={20} weight="bold" aria-hidden="true" />
            </IconButton>
          )}
        </Start>
      </Line>
    </Card>
  );
}

export type CaseCardsProps = Omit<CardProps, 'row' | 'tinted'> & {
  rows: readonly CaseRow[];
  tinted: ReadonlySet<number>;
};

export function CaseCards({ rows, tinted, ...rest }: CaseCardsProps) {
  const { t } = useTranslation('case-list');
  return (
    <List aria-label={t('grid')}>
      {rows.map((row) => (
        <CaseCard key={row.case_id} row={row} tinted={tinted.has(row.case_id)} {...rest} />
      ))}
    </List>
  );
}
