/** Shows the head of a page: its title, its related controls, and one primary action at the right end. */
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useEffect } from 'react';

const Bar = styled('header')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minHeight: 48,
  padding: '8px 16px',
  flexWrap: 'wrap',
  [theme.breakpoints.up('md')]: { flexWrap: 'nowrap' },
}));
const Space = styled('div')({ flex: 1 });
/** Stays together: where it does not fit beside the title, all of it is in a row of its own. */
const Actions = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: 12,
  [theme.breakpoints.down('sm')]: { gap: 8 },
  [theme.breakpoints.up('md')]: { flex: 'none', flexWrap: 'nowrap' },
  '&:empty': { display: 'none' },
}));

export type PageHeaderProps = {
  title: string;
  /** Beside the title: tabs, a caption. */
  children?: ReactNode;
  /** At the right end: at most one primary button, preceded by quiet ones. */
  actions?: ReactNode;
};

export function PageHeader({ title, children, actions }: PageHeaderProps) {
  useEffect(() => {
    document.title = `${title} · Rhythmdesk`;
  }, [title]);
  return (
    <Bar>
      {/* Tabs beside it shrink first. */}
      <Typography variant="h2" component="h1" noWrap sx={{ flexShrink: { md: 0 }, maxWidth: { md: '40%' } }}>
        {title}
      </Typography>
      {children}
      <Space />
      <Actions>{actions}</Actions>
    </Bar>
  );
}
