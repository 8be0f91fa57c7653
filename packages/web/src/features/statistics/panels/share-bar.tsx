/** A share as a short bar with its figure. */
import { styled } from '@mui/material/styles';
import { useShare } from './use-minutes.ts';

const Frame = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: 8,
  '& .track': { width: 56, height: 4, borderRadius: 2, backgroundColor: theme.vars.palette.surface.s3 },
  '& .track span': {
    display: 'block',
    height: '100%',
    borderRadius: 2,
    backgroundColor: theme.vars.palette.primary.main,
  },
}));

export function ShareBar({ part, all }: { part: number; all: number }) {
  const share = useShare();
  return (
    <Frame>
      <span className="track" aria-hidden="true">
        <span style={{ width: `${String(all === 0 ? 0 : (100 * part) / all)}%` }} />
      </span>
      {share(part, all)}
    </Frame>
  );
}
