/**
 * Opens the reading of a desk if the window is wide enough. Once open, it stays open when the window becomes too narrow
 * (rotated tablet, zoomed page), so that unsent edits are not lost.
 */
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTheme } from '@mui/material/styles';
import { type ReactNode, useState } from 'react';
import { ReadingProvider } from '../reading/reading-context.tsx';
import type { ReadCase, Writing } from '../reading/use-reading-session.ts';

type WideReadingProps = {
  readonly detail: ReadCase;
  readonly writing?: Writing;
  /** Shown instead of the desk if the window is too narrow. */
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
