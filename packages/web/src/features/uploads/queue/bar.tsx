/** Draws a progress bar, 4 px high (6 for the whole queue). It is grey while the upload is halted. */
import { styled } from '@mui/material/styles';

const Rail = styled('div')(({ theme }) => ({
  overflow: 'hidden',
  borderRadius: 3,
  backgroundColor: theme.vars.palette.surface.s3,
  '& > div': { height: '100%', backgroundColor: theme.vars.palette.primary.main },
  '&.still > div': { backgroundColor: theme.vars.palette.line.strong },
}));

export function Bar({
  share,
  label,
  still = false,
  heightPx = 4,
}: {
  share: number;
  label: string;
  still?: boolean;
  heightPx?: number;
}) {
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 100);
  return (
    <Rail
      className={still ? 'still' : undefined}
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      style={{ height: heightPx }}
    >
      <div style={{ width: `${Math.min(100, share * 100)}%` }} />
    </Rail>
  );
}
