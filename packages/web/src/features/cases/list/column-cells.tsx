/** Draws the cell of each column of a case list. Missing values are a dash, never an invented figure. */
import { styled } from '@mui/material/styles';
import type { CaseRow } from '@rhythmdesk/contract/cases';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../ui/use-now.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { TrendSparkline } from '../../../trace/panels/trend-sparkline.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { CaseStatusChip } from '../../../ui/badges/case-status-chip.tsx';
import { ListedSeverity, CaseTimeLeft } from '../badges/case-badges.tsx';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { PatientName } from '../badges/patient-name.tsx';
import { casePath, type ListTrail } from '../model/list-trail.ts';
import type { CaseColumnId } from '../model/column-table.ts';

const Clip = styled('span')({ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' });
const Quiet = styled('span')(({ theme }) => ({ color: theme.vars.palette.gray }));
const IdLink = styled(Link)(({ theme }) => ({
  ...theme.typography.mono,
  color: theme.vars.palette.text.primary,
  textDecoration: 'none',
  '&:hover': { textDecoration: 'underline' },
}));

export type CellProps = { row: CaseRow; trail: () => ListTrail; namesInWords: boolean };

const dash = <Quiet>–</Quiet>;

function HnId({ row, trail }: CellProps) {
  return (
    <IdLink to={casePath(row.case_id)} state={() => ({ list: trail() })} tabIndex={-1}>
      {row.hn_id}
    </IdLink>
  );
}

function GroupCell({ name }: { name: string | undefined }) {
  if (name === undefined) return dash;
  return (
    <Clip lang={nameLanguage(name)} title={name}>
      {name}
    </Clip>
  );
}

function Person({ person, inWords }: { person: CaseRow['technician']; inWords: boolean }) {
  const { t } = useTranslation('case-list');
  if (!inWords) return <Avatar person={person} label={person?.name ?? t('nobody')} />;
  return person === null ? dash : <Clip lang={nameLanguage(person.name)}>{person.name}</Clip>;
}

function Sparkline({ row }: CellProps) {
  const { t } = useTranslation('case-list');
  return row.sparkline === null ? (
    <Quiet>{t('no-recording')}</Quiet>
  ) : (
    <TrendSparkline bytes={row.sparkline} />
  );
}

function Length({ row }: CellProps) {
  const format = useFormat();
  return row.recording_seconds === null ? dash : <>{format.duration(row.recording_seconds * 1_000)}</>;
}

function Moment({ at }: { at: string | null }) {
  const format = useFormat();
  const now = useNow();
  if (at === null) return dash;
  return <span title={format.relative(at, now)}>{format.moment(at, now)}</span>;
}

function Count({ value }: { value: number | null }) {
  const format = useFormat();
  return value === null ? dash : <>{format.number(value)}</>;
}

function Share({ value }: { value: number | null }) {
  const format = useFormat();
  return value === null ? dash : <>{format.percent(value)}</>;
}

const cells: Record<CaseColumnId, (props: CellProps) => ReactNode> = {
  hn_id: (props) => <HnId {...props} />,
  patient_name: ({ row }) => <PatientName row={row} />,
  hospital: ({ row }) => <GroupCell name={row.hospital.name} />,
  recording_start: ({ row }) => <Moment at={row.recording_start} />,
  sparkline: (props) => <Sparkline {...props} />,
  recording_seconds: (props) => <Length {...props} />,
  status: ({ row }) => <CaseStatusChip row={row} />,
  severity: ({ row }) => <ListedSeverity row={row} />,
  technician: ({ row, namesInWords }) => <Person person={row.technician} inWords={namesInWords} />,
  report_due_date: ({ row, namesInWords }) => <CaseTimeLeft row={row} brief={!namesInWords} />,
  af_share: ({ row }) => <Share value={row.af_share} />,
  ve_count: ({ row }) => <Count value={row.ve_count} />,
  pause_count: ({ row }) => <Count value={row.pause_count} />,
  requested_date: ({ row }) => <Moment at={row.requested_date} />,
  confirmed_date: ({ row }) => <Moment at={row.confirmed_date} />,
  patient_id: ({ row }) => (row.patient_id === null ? dash : <Clip>{row.patient_id}</Clip>),
  tech_center: ({ row }) => <GroupCell name={row.tech_center?.name} />,
  team: ({ row }) => <GroupCell name={row.team?.name} />,
  confirmer: ({ row }) => <Person person={row.confirmer} inWords />,
  comment_count: ({ row }) => <Count value={row.comment_count === 0 ? null : row.comment_count} />,
};

export function caseCell(id: CaseColumnId, props: CellProps): ReactNode {
  return cells[id](props);
}
