/** Shows the rows of a list as cards, for phones. */
import { styled } from '@mui/material/styles';

export const Cards = styled('ul')({ display: 'grid', gap: 8, margin: 0, padding: 12, listStyle: 'none' });
export const Card = styled('li', { shouldForwardProp: (prop) => prop !== 'tinted' })<{ tinted: boolean }>(
  ({ theme, tinted }) => ({
    position: 'relative',
    display: 'grid',
    gap: 4,
    padding: '10px 12px',
    borderRadius: 10,
    border: `1px solid ${theme.vars.palette.line.main}`,
    backgroundColor: tinted ? theme.vars.palette.primary.tint : theme.vars.palette.card,
    '& .line': { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 8 },
    '& .quiet': { color: theme.vars.palette.text.secondary },
    '& .mono': { ...theme.typography.mono },
  }),
);
/** The whole card is the button; controls with their own action are above it. */
export const CardButton = styled('button')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minWidth: 0,
  padding: 0,
  border: 0,
  background: 'none',
  font: 'inherit',
  fontWeight: 600,
  textAlign: 'left',
  color: theme.vars.palette.text.primary,
  cursor: 'pointer',
  '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 10 },
  '&:focus-visible': { outline: 'none' },
  '&:focus-visible::after': { outline: `2px solid ${theme.vars.palette.focus}`, outlineOffset: 2 },
}));
