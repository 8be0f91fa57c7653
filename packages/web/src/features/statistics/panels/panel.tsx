/**
 * Shows a card of the statistics: its name, a note, and its chart or table with a switch between them if it has both.
 */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { ChartBarIcon, TableIcon } from '@phosphor-icons/react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { scrollEdges, watchEdges } from '../../../ui/list/scroll-edges.ts';

const Card = styled('section')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  borderRadius: 10,
  border: `1px solid ${theme.vars.palette.line.main}`,
  backgroundColor: theme.vars.palette.card,
}));
const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: '2px 12px',
  minHeight: 44,
  padding: '8px 14px 4px',
  '& h2': { margin: 0, fontSize: textSize.body, lineHeight: '18px', fontWeight: 600 },
  '& .note': { fontSize: textSize.small, color: theme.vars.palette.text.secondary },
  '& .space': { flex: 1 },
}));
const Body = styled('div')({ flex: 1, minWidth: 0, ...scrollEdges, padding: '4px 14px 12px' });

export type PanelProps = {
  title: string;
  note?: string | undefined;
  /** At the right of the head. */
  tools?: ReactNode;
  chart?: ReactNode;
  /** The figures of the chart, or the panel's only content. */
  table: ReactNode;
};

export function Panel({ title, note, tools, chart, table }: PanelProps) {
  const { t } = useTranslation('statistics');
  const id = useId();
  const [asTable, setAsTable] = useState(false);
  const Icon = asTable ? ChartBarIcon : TableIcon;
  return (
    <Card aria-labelledby={id}>
      <Head>
        <h2 id={id}>{title}</h2>
        {note === undefined ? null : <span className="note">{note}</span>}
        <span className="space" />
        {tools}
        {chart === undefined ? null : (
          <Button
            size="small"
            startIcon={<Icon size={14} aria-hidden="true" />}
            onClick={() => setAsTable(!asTable)}
          >
            {t(asTable ? 'show.chart' : 'show.table')}
          </Button>
        )}
      </Head>
      <Body ref={watchEdges}>{chart === undefined || asTable ? table : chart}</Body>
    </Card>
  );
}
