/**
 * Shows the list's own search field. The typed text goes into the address once the user stops typing; Escape clears it.
 */
import OutlinedInput from '@mui/material/OutlinedInput';
import { MagnifyingGlassIcon } from '@phosphor-icons/react';
import { type Ref, useEffect, useRef, useState } from 'react';
import { textSize } from '../../platform/theme/type-scale.ts';
import { KeyCap } from '../key-cap.tsx';
import { listKeys } from './list-keys.ts';
import { isPress } from '../keys/widget-keys.ts';

const restMs = 200;

export type SearchFieldProps = {
  label: string;
  value: string;
  onChange: (text: string) => void;
  inputRef?: Ref<HTMLInputElement>;
  wide?: boolean;
  /** In pixels, if it is not wide. */
  width?: number;
};

const sizeOf = (wide: boolean, width: number) => ({
  height: wide ? 44 : 28,
  width: wide ? '100%' : width,
  fontSize: textSize.body,
  paddingRight: '5px',
  '& input': { paddingLeft: '2px' },
  '& input::-webkit-search-cancel-button': { appearance: 'auto' },
});

/** While a character is being composed, the wait is longer. */
const restAfter = (event: Event): number =>
  event instanceof InputEvent && event.isComposing ? 2 * restMs : restMs;

export function SearchField({
  label,
  value,
  onChange,
  inputRef,
  wide = false,
  width = 184,
}: SearchFieldProps) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (value !== sent.current) setText(value);
    sent.current = value;
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const send = (next: string, waitMs: number) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      sent.current = next.trim();
      onChange(next.trim());
    }, waitMs);
  };
  return (
    <OutlinedInput
      type="search"
      size="small"
      inputRef={inputRef}
      value={text}
      placeholder={label}
      onChange={({ target, nativeEvent }) => send(target.value, restAfter(nativeEvent))}
      onKeyDown={(event) => {
        if (!isPress(event, 'Esc')) return;
        if (text === '') event.currentTarget.querySelector('input')?.blur();
        else send('', 0);
      }}
      inputProps={{ 'aria-label': label, maxLength: 80 }}
      startAdornment={
        <MagnifyingGlassIcon size={15} aria-hidden="true" style={{ marginRight: 6, flex: 'none' }} />
      }
      endAdornment={
        wide || text !== '' ? null : (
          <KeyCap name={listKeys['list-search'].keys[0]} command="list-search" quiet />
        )
      }
      sx={sizeOf(wide, width)}
    />
  );
}
