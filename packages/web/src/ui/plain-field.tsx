/**
 * Shows a labelled field without the component library, for the pages before sign-in; see `plain-button.tsx`. The error
 * or a hint is below it.
 */
import { styled } from '@mui/material/styles';
import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { useId } from 'react';
import { textSize } from '../platform/theme/type-scale.ts';
import { FaultMark } from './plain-icons.tsx';

const Labels = styled('div')(({ theme }) => ({
  display: 'flex',
  justifyContent: 'space-between',
  gap: 8,
  marginBottom: 4,
  fontSize: textSize.small,
  lineHeight: '16px',
  fontWeight: 500,
  color: theme.vars.palette.text.secondary,
}));
const Box = styled('div', { shouldForwardProp: (prop) => prop !== 'faulty' && prop !== 'low' })<{
  faulty: boolean;
  low: boolean;
}>(({ theme, faulty, low }) => ({
  display: 'flex',
  alignItems: 'center',
  minHeight: low ? 40 : 44,
  borderRadius: low ? 6 : 8,
  border: `1px solid ${faulty ? theme.vars.palette.error.main : theme.vars.palette.line.strong}`,
  backgroundColor: theme.vars.palette.surface.s1,
  '&:focus-within': {
    borderColor: theme.vars.palette.focus,
    boxShadow: `0 0 0 3px ${theme.vars.palette.primary.tint}`,
  },
}));
const Input = styled('input')(({ theme }) => ({
  flex: 1,
  minWidth: 0,
  height: '100%',
  minHeight: 38,
  padding: '0 12px',
  border: 0,
  outline: 'none',
  borderRadius: 8,
  font: 'inherit',
  fontSize: textSize.section,
  color: theme.vars.palette.text.primary,
  backgroundColor: 'transparent',
  '&:-webkit-autofill': {
    WebkitTextFillColor: theme.vars.palette.text.primary,
    boxShadow: `0 0 0 100px ${theme.vars.palette.surface.s1} inset`,
  },
}));

const Tag = styled('span')(({ theme }) => ({ fontWeight: 400, color: theme.vars.palette.gray }));
const Note = styled('p', { shouldForwardProp: (prop) => prop !== 'faulty' })<{ faulty: boolean }>(
  ({ theme, faulty }) => ({
    display: 'flex',
    gap: 6,
    margin: '4px 0 0',
    fontSize: textSize.small,
    lineHeight: '18px',
    color: faulty ? theme.vars.palette.error.main : theme.vars.palette.text.secondary,
    '& svg': { flex: 'none', marginTop: 1 },
  }),
);

export type PlainFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & {
  label: string;
  inputRef?: Ref<HTMLInputElement>;
  /** Shown at the right end, such as the button that shows the password. */
  end?: ReactNode;
  /** The error as text; the field is marked as invalid. */
  fault?: string | undefined;
  hint?: ReactNode;
  /** Beside the label, at its right end. */
  tag?: string | undefined;
  /** 40 px high instead of 44, for longer forms. */
  low?: boolean;
};

export function PlainField({
  label,
  inputRef,
  end,
  fault,
  hint,
  tag,
  low = false,
  ...input
}: PlainFieldProps) {
  const id = useId();
  const note = fault ?? hint;
  const noted = note !== undefined && note !== null;
  return (
    <div>
      <Labels>
        <label htmlFor={id}>{label}</label>
        {tag === undefined ? null : <Tag>{tag}</Tag>}
      </Labels>
      <Box faulty={fault !== undefined} low={low}>
        <Input
          id={id}
          ref={inputRef}
          aria-invalid={fault !== undefined}
          {...(noted ? { 'aria-describedby': `${id}-note` } : {})}
          {...input}
        />
        {end}
      </Box>
      {noted ? (
        <Note id={`${id}-note`} faulty={fault !== undefined} role={fault === undefined ? undefined : 'alert'}>
          {fault === undefined ? null : <FaultMark />}
          <span>{note}</span>
        </Note>
      ) : null}
    </div>
  );
}
