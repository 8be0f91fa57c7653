/** A labelled field without the component library, for the sign-in page; see `plain-button.tsx`. */
import { styled } from '@mui/material/styles';
import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { useId } from 'react';
import { textSize } from '../platform/theme/type-scale.ts';

const Label = styled('label')(({ theme }) => ({
  display: 'block',
  marginBottom: 4,
  fontSize: textSize.small,
  lineHeight: '16px',
  fontWeight: 500,
  color: theme.vars.palette.text.secondary,
}));
const Box = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  minHeight: 44,
  borderRadius: 8,
  border: `1px solid ${theme.vars.palette.line.strong}`,
  backgroundColor: theme.vars.palette.surface.s1,
  '&:focus-within': {
    borderColor: theme.vars.palette.focus,
    boxShadow: `0 0 0 3px ${theme.vars.palette.primary.tint}`,
  },
}));
const Input = styled('input')(({ theme }) => ({
  flex: 1,
  minWidth: 0,
  height: 42,
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

export type PlainFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & {
  label: string;
  inputRef?: Ref<HTMLInputElement>;
  /** Drawn at the right end, as a button that shows the password. */
  end?: ReactNode;
};

export function PlainField({ label, inputRef, end, ...input }: PlainFieldProps) {
  const id = useId();
  return (
    <div>
      <Label htmlFor={id}>{label}</Label>
      <Box>
        <Input id={id} ref={inputRef} {...input} />
        {end}
      </Box>
    </div>
  );
}
