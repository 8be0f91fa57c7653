/** Shows a small filled label such as urgent, checked or refused. The tone shows the kind of exception. */
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { textSize } from '../platform/theme/type-scale.ts';

export type TagTone = 'error' | 'warning' | 'success' | 'blue-button' | 'primary' | 'neutral';

const Frame = styled('span', { shouldForwardProp: (prop) => prop !== 'tone' })<{ tone: TagTone }>(
  ({ theme, tone }) => ({
    display: 'inline-flex',
    alignItems: 'center',
    gap: 4,
    height: 20,
    padding: '0 6px',
    borderRadius: 4,
    fontSize: textSize.small,
    lineHeight: '16px',
    fontWeight: 500,
    whiteSpace: 'nowrap',
    color: tone === 'neutral' ? theme.vars.palette.text.secondary : theme.vars.palette[tone].main,
    backgroundColor: tone === 'neutral' ? theme.vars.palette.surface.s3 : theme.vars.palette[tone].tint,
  }),
);

export function Tag({
  tone = 'neutral',
  icon,
  children,
}: {
  tone?: TagTone;
  icon?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Frame tone={tone}>
      {icon}
      {children}
    </Frame>
  );
}
