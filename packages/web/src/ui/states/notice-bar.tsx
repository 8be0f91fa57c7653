/** Shows a notice as an inset bar in the colour of its tone: what failed or is waiting, why, and what to do now. */
import { styled } from '@mui/material/styles';
import { CheckCircleIcon, InfoIcon, WarningCircleIcon, WarningIcon } from '@phosphor-icons/react';
import type { ReactNode } from 'react';

type NoticeTone = 'error' | 'warning' | 'success' | 'primary';

const Frame = styled('div', { shouldForwardProp: (prop) => prop !== 'tone' })<{ tone: NoticeTone }>(
  ({ theme, tone }) => ({
    display: 'flex',
    alignItems: 'flex-start',
    gap: 10,
    padding: '10px 12px',
    borderRadius: 8,
    color: theme.vars.palette[tone].main,
    backgroundColor: theme.vars.palette[tone].tint,
    '& > svg': { flex: 'none', marginTop: 2 },
    '& strong': { display: 'block', fontWeight: 600 },
  }),
);
const Words = styled('div')({ flex: 1, minWidth: 0, overflowWrap: 'anywhere' });
const Actions = styled('div')({ display: 'flex', gap: 6, flex: 'none', alignSelf: 'center' });

const icons = {
  error: <WarningCircleIcon size={16} weight="fill" aria-hidden="true" />,
  warning: <WarningIcon size={16} weight="fill" aria-hidden="true" />,
  success: <CheckCircleIcon size={16} weight="fill" aria-hidden="true" />,
  primary: <InfoIcon size={16} weight="fill" aria-hidden="true" />,
} as const;

export type NoticeBarProps = {
  tone: NoticeTone;
  title: string;
  children?: ReactNode;
  icon?: ReactNode;
  actions?: ReactNode;
};

/** Screen readers announce an error at once, the other tones at the next pause. */
export function NoticeBar({ tone, title, children, icon, actions }: NoticeBarProps) {
  return (
    <Frame tone={tone} role={tone === 'error' ? 'alert' : 'status'}>
      {icon ?? icons[tone]}
      <Words>
        <strong>{title}</strong>
        {children}
      </Words>
      {actions ? <Actions>{actions}</Actions> : null}
    </Frame>
  );
}
