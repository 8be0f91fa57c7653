/**
 * The reading of a desk, which is opened where there is room for one. Once open it stays while the window has become too
 * narrow, by a turned tablet or a zoomed page: what is not sent yet is not lost.
 */
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTheme } from '@mui/material/styles';
import { type ReactNode, useState } from 'react';
import { ReadingProvider } from '../reading/reading-context.tsx';
import type { ReadCase, Writing } from '../reading/use-reading-session.ts';

type WideReadingProps = {
  readonly detail: ReadCase;
  readonly writing?: Writing;
  /** Stands in place of the desk where there is no room for it. */
  readonly tooNarrow: ReactNode;
  readonly children: ReactNode;
};

export function WideReading({ detail, writing, tooNarrow, children }: WideReadingProps) {
  const theme = useTheme();
  const narrow = useMediaQuery(theme.breakpoints.down('md'), { noSsr: true });
  const [isOpen, setOpen] = useState(!narrow);
  if (!narrow && !isOpen) setOpen(true);
  if (!isOpen) return tooNarrow;
  return (
    <ReadingProvider detail={detail} looksOn {...(writing && { writing })}>
      {narrow ? tooNarrow : children}
    </ReadingProvider>
  );
}
