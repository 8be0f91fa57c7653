/** Shows one input as six cells, so that a pasted or autofilled code fills them all. */
import { styled } from '@mui/material/styles';
import { type Ref, useId, useState } from 'react';
import { textSize } from '../platform/theme/type-scale.ts';
import { Spoken } from './spoken.tsx';
import { useCleanedText } from './use-cleaned-text.ts';

export const codeLength = 6;

const digitsOf = (typed: string): string =>
  typed.normalize('NFKC').replaceAll(/\D/g, '').slice(0, codeLength);

const Frame = styled('div')({ position: 'relative' });
const Label = styled('label')(({ theme }) => ({
  display: 'block',
  marginBottom: 6,
  fontSize: textSize.small,
  lineHeight: '16px',
  fontWeight: 500,
  color: theme.vars.palette.text.secondary,
}));
const Cells = styled('div')({ display: 'flex', alignItems: 'center', gap: 8 });
const Cell = styled('span', { shouldForwardProp: (prop) => prop !== 'active' && prop !== 'faulty' })<{
  active: boolean;
  faulty: boolean;
}>(({ theme, active, faulty }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  flex: '1 1 0',
  minWidth: 0,
  height: 56,
  borderRadius: 8,
  border: `1px solid ${
    faulty
      ? theme.vars.palette.error.main
      : active
        ? theme.vars.palette.focus
        : theme.vars.palette.line.strong
  }`,
  boxShadow: active ? `0 0 0 3px ${theme.vars.palette.primary.tint}` : 'none',
  fontSize: textSize.page,
  fontWeight: 500,
  backgroundColor: theme.vars.palette.surface.s1,
}));
const Dash = styled('span')(({ theme }) => ({
  flex: 'none',
  width: 10,
  height: 2,
  backgroundColor: theme.vars.palette.line.strong,
}));
/** Transparent input over the cells that receives the typing; the cells display it. */
const Input = styled('input')({
  position: 'absolute',
  insetInline: 0,
  bottom: 0,
  width: '100%',
  height: 56,
  border: 0,
  outline: 'none !important',
  padding: 0,
  opacity: 0,
  fontSize: textSize.dialog,
  cursor: 'text',
});

export type CodeCellsProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  fault: string | undefined;
  disabled: boolean;
  inputRef: Ref<HTMLInputElement>;
};

export function CodeCells({ label, value, onChange, fault, disabled, inputRef }: CodeCellsProps) {
  const id = useId();
  const [focused, setFocused] = useState(false);
  const typing = useCleanedText({ value, clean: digitsOf, onText: onChange });
  const active = Math.min(typing.value.length, codeLength - 1);
  return (
    <Frame>
      <Label htmlFor={id}>{label}</Label>
      <Cells aria-hidden="true">
        {Array.from({ length: codeLength }, (_, at) => [
          at === codeLength / 2 ? <Dash key="dash" /> : null,
          <Cell key={at} active={focused && at === active} faulty={fault !== undefined}>
            {typing.value[at] ?? ''}
          </Cell>,
        ])}
      </Cells>
      <Input
        id={id}
        ref={inputRef}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={32}
        disabled={disabled}
        {...typing}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        aria-invalid={fault !== undefined}
        {...(fault === undefined ? {} : { 'aria-describedby': `${id}-fault` })}
      />
      {fault === undefined ? null : <Spoken id={`${id}-fault`}>{fault}</Spoken>}
    </Frame>
  );
}
