/** The uploads of one page as a table; as cards on phones. */
import { styled } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { Theme } from '@mui/material/styles';
import type { UploadRow } from '@rhythmdesk/contract/uploads';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { OutcomeTag } from './outcome-tag.tsx';

const Table = styled('table')(({ theme }) => ({
  width: '100%',
  borderCollapse: 'collapse',
  '& th': {
    position: 'sticky',
    top: 0,
    zIndex: 1,
    height: 32,
    padding: '0 12px',
    textAlign: 'left',
    whiteSpace: 'nowrap',
    fontSize: '.75rem',
    fontWeight: 600,
    color: theme.vars.palette.text.secondary,
    backgroundColor: theme.vars.palette.surface.s1,
    boxShadow: `inset 0 -1px ${theme.vars.palette.line.main}`,
  },
  '& td': {
    height: 38,
    padding: '4px 12px',
    borderBottom: `1px solid ${theme.vars.palette.line.hair}`,
    lineHeight: '18px',
    color: theme.vars.palette.text.secondary,
  },
  '& th:first-of-type, & td:first-of-type': { paddingLeft: 24 },
  '& th:last-of-type, & td:last-of-type': { paddingRight: 24 },
  '& .number': { textAlign: 'right', whiteSpace: 'nowrap' },
  '& .mono': { fontFamily: 'var(--font-mono)', fontSize: '.75rem', overflowWrap: 'anywhere' },
  '& .strong': { color: theme.vars.palette.text.primary, whiteSpace: 'nowrap' },
  '& tbody tr:hover': { backgroundColor: theme.vars.palette.row.hover },
  '& tbody tr[data-current=true]': {
    backgroundColor: theme.vars.palette.row.selected,
    boxShadow: `inset 3px 0 ${theme.vars.palette.primary.main}`,
  },
}));
const CaseLink = styled(Link)(({ theme }) => ({
  whiteSpace: 'nowrap',
  fontWeight: 500,
  color: theme.vars.palette.primary.main,
}));
const Cards = styled('ul')(({ theme }) => ({
  display: 'grid',
  gap: 8,
  margin: 0,
  padding: 12,
  listStyle: 'none',
  '& li': {
    display: 'grid',
    gap: 4,
    padding: '10px 12px',
    borderRadius: 10,
    border: `1px solid ${theme.vars.palette.line.main}`,
    backgroundColor: theme.vars.palette.card,
  },
  '& .row': { display: 'flex', justifyContent: 'space-between', gap: 8, flexWrap: 'wrap' },
  '& .mono': { fontFamily: 'var(--font-mono)', fontSize: '.75rem', overflowWrap: 'anywhere' },
  '& .quiet': { color: theme.vars.palette.text.secondary },
}));

const missing = '–';

/** The server's words, and the entry of the zip that they speak of. */
function useWhy() {
  const { t } = useTranslation('uploads');
  return ({ detail, entry }: UploadRow): string => {
    if (detail === null) return '';
    return entry === null || detail.includes(entry) ? detail : t('entry-why', { entry, why: detail });
  };
}

function useTook() {
  const format = useFormat();
  return ({ created_at, finished_at, state }: UploadRow): string =>
    finished_at === null || state !== 'done'
      ? missing
      : format.duration(Date.parse(finished_at) - Date.parse(created_at));
}

export type HistoryTableProps = {
  readonly rows: readonly UploadRow[];
  readonly several: boolean;
  readonly current: number;
  /** When the rows were read. */
  readonly nowMs: number;
};

type RowProps = Pick<HistoryTableProps, 'several' | 'nowMs'> & { row: UploadRow; isCurrent: boolean };

function Row({ row, several, isCurrent, nowMs }: RowProps) {
  const { t } = useTranslation('uploads');
  const format = useFormat();
  const why = useWhy();
  const took = useTook();
  const line = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (isCurrent) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  return (
    <tr ref={line} data-current={isCurrent}>
      <td className="strong" title={format.relative(row.created_at, nowMs)}>
        {format.moment(row.created_at, nowMs)}
      </td>
      <td className="mono">{row.filename}</td>
      <td className="mono strong">{row.hn_id}</td>
      {several ? <td>{row.hospital.name}</td> : null}
      <td className="number">{format.bytes(row.size_bytes)}</td>
      <td className="number">{took(row)}</td>
      <td>{row.created_by.name}</td>
      <td>
        <OutcomeTag row={row} />
      </td>
      <td style={{ overflowWrap: 'anywhere' }}>{why(row)}</td>
      <td>
        {row.case_id !== null && row.state === 'done' ? (
          <CaseLink to={`/detail/${String(row.case_id)}`}>{t('history.open')}</CaseLink>
        ) : null}
      </td>
    </tr>
  );
}

function WideTable({ rows, several, current, nowMs }: HistoryTableProps) {
  const { t } = useTranslation('uploads');
  return (
    <Table>
      <thead>
        <tr>
          <th scope="col">{t('column.sent')}</th>
          <th scope="col">{t('column.file')}</th>
          <th scope="col">{t('column.hn_id')}</th>
          {several ? <th scope="col">{t('hospital')}</th> : null}
          <th scope="col" className="number" style={{ textAlign: 'right' }}>
            {t('column.size')}
          </th>
          <th scope="col" className="number" style={{ textAlign: 'right' }}>
            {t('column.took')}
          </th>
          <th scope="col">{t('column.by')}</th>
          <th scope="col">{t('column.outcome')}</th>
          <th scope="col">{t('column.why')}</th>
          <th scope="col">{t('column.case')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <Row key={row.upload_id} row={row} several={several} isCurrent={at === current} nowMs={nowMs} />
        ))}
      </tbody>
    </Table>
  );
}

function NarrowCards({ rows, several, nowMs }: HistoryTableProps) {
  const { t } = useTranslation('uploads');
  const format = useFormat();
  const why = useWhy();
  return (
    <Cards>
      {rows.map((row) => (
        <li key={row.upload_id}>
          <span className="row">
            <b className="mono">{row.hn_id}</b>
            <span className="quiet">{format.moment(row.created_at, nowMs)}</span>
          </span>
          <span className="row quiet">
            <span className="mono">{row.filename}</span>
            <span>{format.bytes(row.size_bytes)}</span>
          </span>
          <span className="row quiet">
            <span>
              {several
                ? t('by-at', { name: row.created_by.name, hospital: row.hospital.name })
                : row.created_by.name}
            </span>
          </span>
          <span className="row">
            <OutcomeTag row={row} />
            {row.case_id !== null && row.state === 'done' ? (
              <CaseLink to={`/detail/${String(row.case_id)}`}>{t('history.open')}</CaseLink>
            ) : null}
          </span>
          {why(row) ? <span>{why(row)}</span> : null}
        </li>
      ))}
    </Cards>
  );
}

export function HistoryTable(props: HistoryTableProps) {
  const wide = useMediaQuery((theme: Theme) => theme.breakpoints.up('md'), { noSsr: true });
  return wide ? <WideTable {...props} /> : <NarrowCards {...props} />;
}
