/** Shows figures in one row below a page's head; each opens the list of exactly the cases that it counts. */
import { styled } from '@mui/material/styles';
import { Link } from '@tanstack/react-router';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import type { ListLink } from './list-link.ts';

const Strip = styled('ul')(({ theme }) => ({
  display: 'flex',
  flex: 'none',
  margin: 0,
  padding: 0,
  listStyle: 'none',
  borderTop: `1px solid ${theme.vars.palette.line.main}`,
  borderBottom: `1px solid ${theme.vars.palette.line.main}`,
  [theme.breakpoints.down('md')]: { display: 'grid', gridTemplateColumns: '1fr 1fr' },
}));
const Cell = styled('li')(({ theme }) => ({
  flex: 1,
  minWidth: 0,
  '& + &': { borderLeft: `1px solid ${theme.vars.palette.line.main}` },
  [theme.breakpoints.down('md')]: { '& + &': { borderLeft: 0 } },
}));
const line = {
  display: 'flex',
  alignItems: 'baseline',
  gap: 8,
  padding: '10px 16px',
  color: 'inherit',
  textDecoration: 'none',
} as const;
const Plain = styled('span')(line);
const Opened = styled('div')(({ theme }) => ({
  '& a': line,
  '& a:hover': { backgroundColor: theme.vars.palette.row.hover },
  '& a:focus-visible': { outline: `2px solid ${theme.vars.palette.focus}`, outlineOffset: -2 },
}));
const Value = styled('strong', { shouldForwardProp: (prop) => prop !== 'tone' })<{ tone: CountTone }>(
  ({ theme, tone }) => ({
    fontSize: textSize.page,
    lineHeight: '24px',
    fontWeight: 600,
    color: {
      plain: theme.vars.palette.text.primary,
      warning: theme.vars.palette.warning.main,
      error: theme.vars.palette.error.main,
    }[tone],
  }),
);
const Name = styled('span')(({ theme }) => ({
  fontSize: textSize.small,
  lineHeight: '16px',
  color: theme.vars.palette.text.secondary,
}));

type CountTone = 'plain' | 'warning' | 'error';
export type LinkedCount = { name: string; count: number; link: ListLink; tone?: CountTone };

/** Zero is not a link, and has no colour. */
function Count({ name, count, link, tone = 'plain' }: LinkedCount) {
  const format = useFormat();
  const shown = (
    <>
      <Value tone={count === 0 ? 'plain' : tone}>{format.number(count)}</Value> <Name>{name}</Name>
    </>
  );
  if (count === 0) return <Plain>{shown}</Plain>;
  return (
    <Opened>
      <Link to={link.to} search={link.search}>
        {shown}
      </Link>
    </Opened>
  );
}

export function CountStrip({ label, counts }: { label: string; counts: readonly LinkedCount[] }) {
  return (
    <Strip aria-label={label}>
      {counts.map((each) => (
        <Cell key={each.name}>
          <Count {...each} />
        </Cell>
      ))}
    </Strip>
  );
}
