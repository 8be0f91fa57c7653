/** Shows the caption of a selected strip, editable or read-only. */
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { textSize } from '../../../platform/theme/type-scale.ts';
import type { ReadingSession } from '../reading/reading-session.ts';
import type { ShownReading } from '../reading/reading-state.ts';
import { isPress } from '../../../ui/keys/widget-keys.ts';

const Caption = styled('input')(({ theme }) => ({
  flex: 1,
  minWidth: 0,
  minHeight: 26,
  padding: '0 6px',
  border: '1px solid transparent',
  borderRadius: 4,
  font: 'inherit',
  fontSize: textSize.small,
  color: 'inherit',
  background: 'none',
  '&:hover, &:focus': { borderColor: theme.vars.palette.line.strong },
  '&::placeholder': { color: theme.vars.palette.gray, opacity: 1 },
  '&[data-named="true"]::placeholder': { color: theme.vars.palette.text.primary },
  [theme.breakpoints.down('md')]: { minHeight: 44 },
}));

type CaptionProps = {
  readonly strip: ShownReading['strips'][number];
  readonly write: ReadingSession['edit'];
  readonly time: string;
  /** The name without a caption; empty: nothing is shown. */
  readonly name: string;
};

/** Saves the caption when the field loses the focus; another user's change appears only in an unedited field. */
export function CaptionField({ strip, write, time, name }: CaptionProps) {
  const { t } = useTranslation('reading');
  const [typed, setTyped] = useState<string | null>(null);
  const { strip: number, start_sample, end_sample, order } = strip;
  const keep = (): void => {
    const caption = typed?.trim() ?? strip.caption;
    setTyped(null);
    if (caption === strip.caption) return;
    write([{ kind: 'change_strip', strip: number, start_sample, end_sample, order, caption }]);
  };
  return (
    <Caption
      aria-label={t('strip.caption', { time })}
      placeholder={name === '' ? t('strip.placeholder') : name}
      data-named={name !== ''}
      maxLength={500}
      value={typed ?? strip.caption}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (!isPress(event, '⏎', 'Esc')) return;
        // The typed text is saved; Esc does not reach the surrounding elements, which it would close.
        if (isPress(event, 'Esc')) event.stopPropagation();
        event.currentTarget.blur();
      }}
    />
  );
}
