/** Shows the facts of a consent as rows of label and value. */
import { styled } from '@mui/material/styles';

const List = styled('dl')(({ theme }) => ({
  margin: 0,
  border: `1px solid ${theme.vars.palette.line.main}`,
  borderRadius: 8,
  backgroundColor: theme.vars.palette.surface.s1,
  '& > div': { display: 'flex', justifyContent: 'space-between', gap: 16, padding: '8px 14px' },
  '& > div + div': { borderTop: `1px solid ${theme.vars.palette.line.hair}` },
  '& dt': { flex: 'none', color: theme.vars.palette.text.secondary },
  '& dd': { margin: 0, fontWeight: 500, textAlign: 'right', overflowWrap: 'anywhere' },
}));

export function ConsentFacts({ facts }: { facts: readonly (readonly [label: string, value: string])[] }) {
  return (
    <List>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </List>
  );
}
