/** One section of the side column: its name, a figure at the right of it, and what it holds. */
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { useId } from 'react';

export const Panel = styled('section')(({ theme }) => ({
  padding: '11px 16px 12px',
  borderTop: `1px solid ${theme.vars.palette.line.main}`,
  [theme.breakpoints.down('md')]: { borderTop: 0, padding: '12px 16px' },
}));
const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: 8,
  marginBottom: 6,
  '& h2': { margin: 0, fontSize: '.75rem', lineHeight: '16px', fontWeight: 600 },
  '& > span': { fontSize: '.75rem', lineHeight: '16px', color: theme.vars.palette.gray },
}));

export type SectionProps = { title: string; note?: ReactNode; children: ReactNode };

export function Section({ title, note, children }: SectionProps) {
  const id = useId();
  return (
    <Panel aria-labelledby={id}>
      <Head>
        <h2 id={id}>{title}</h2>
        {note === undefined ? null : <span>{note}</span>}
      </Head>
      {children}
    </Panel>
  );
}
