/** Shows the uploads of one page as cards, for phones. */
import { styled } from '@mui/material/styles';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { CaseNow, type HistoryRowsProps, UploadPatient, useWhy } from './history-cells.tsx';
import { OutcomeTag } from './outcome-tag.tsx';

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
  '& .mono': { fontFamily: 'var(--font-mono)', fontSize: textSize.small, overflowWrap: 'anywhere' },
  '& .quiet': { color: theme.vars.palette.text.secondary },
}));

export function HistoryCards({ rows, several, nowMs }: HistoryRowsProps) {
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
          <span className="row">
            <span>
              <UploadPatient row={row} />
            </span>
            <CaseNow row={row} />
          </span>
          <span className="row quiet">
            <span className="mono">{row.filename}</span>
            <span>{format.bytes(row.size_bytes)}</span>
          </span>
          <span className="row quiet">
            {several
              ? t('by-at', { name: row.created_by.name, hospital: row.hospital.name })
              : row.created_by.name}
            <OutcomeTag row={row} />
          </span>
          {why(row) ? <span>{why(row)}</span> : null}
        </li>
      ))}
    </Cards>
  );
}
