/** Shows the empty state of a page or list: a line that ends, the reason, and the next action. */
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { textSize } from '../../platform/theme/type-scale.ts';

const Frame = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 8,
  padding: '48px 24px',
  textAlign: 'center',
  '& > a': { color: theme.vars.palette.primary.main },
}));

const Title = styled('p')({ margin: 0, fontSize: textSize.section, lineHeight: '22px', fontWeight: 600 });
const Body = styled('p')(({ theme }) => ({
  margin: 0,
  maxWidth: 420,
  color: theme.vars.palette.text.secondary,
}));

export type EmptyStateProps = {
  title: string;
  body?: string;
  action?: ReactNode;
  /** The heading's level on its page. */
  level?: 'h1' | 'h2' | 'p';
};

export function EmptyState({ title, body, action, level = 'p' }: EmptyStateProps) {
  return (
    <Frame>
      <svg width="150" height="40" viewBox="0 0 150 40" fill="none" aria-hidden="true" focusable="false">
        <g stroke="var(--rd-palette-line-strong)" strokeWidth="1.5" strokeLinejoin="round">
          <path d="M2 27h44l4-3 4 3 4 5 7-26 7 21 5 0h4" />
          <path d="M85 27h63" strokeDasharray="3 5" />
        </g>
      </svg>
      <Title as={level}>{title}</Title>
      {body ? <Body>{body}</Body> : null}
      {action}
    </Frame>
  );
}
