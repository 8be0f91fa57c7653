/** Shows the time until something is due: icon and words, coloured only if it is overdue or due soon. */
import { styled } from '@mui/material/styles';
import { CheckIcon, ClockCountdownIcon, ClockIcon } from '@phosphor-icons/react';

export type TimeLeftKind = 'over' | 'soon' | 'later' | 'done';

const icons = {
  over: <ClockIcon size={15} weight="fill" aria-hidden="true" />,
  soon: <ClockCountdownIcon size={15} weight="bold" aria-hidden="true" />,
  later: <ClockIcon size={15} aria-hidden="true" />,
  done: <CheckIcon size={15} aria-hidden="true" />,
} as const;

const Frame = styled('span', { shouldForwardProp: (prop) => prop !== 'kind' })<{ kind: TimeLeftKind }>(
  ({ theme, kind }) => ({
    display: 'inline-flex',
    alignItems: 'center',
    gap: 5,
    whiteSpace: 'nowrap',
    fontWeight: kind === 'over' || kind === 'soon' ? 600 : 400,
    color: {
      over: theme.vars.palette.error.main,
      soon: theme.vars.palette.warning.main,
      later: theme.vars.palette.text.secondary,
      done: theme.vars.palette.gray,
    }[kind],
  }),
);

/** `label` is the full text (`38 m over`, `09:12 today`); `title` is the absolute time, shown on hover. */
export function TimeLeft({ kind, label, title }: { kind: TimeLeftKind; label: string; title?: string }) {
  return (
    <Frame kind={kind} title={title}>
      {icons[kind]}
      {label}
    </Frame>
  );
}
