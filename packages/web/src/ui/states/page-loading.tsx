/** Shows that the code of a page is being fetched: a thin line at the top, after a noticeable wait. */
import { keyframes } from '@emotion/react';
import { styled } from '@mui/material/styles';
import { Loading } from './after-delay.tsx';

const passing = keyframes({ from: { translate: '-100%' }, to: { translate: '400%' } });

/** The library's progress bar would make the chunk of the routes larger, which is fetched during sign-in. */
const Line = styled('div')(({ theme }) => ({
  height: 2,
  overflow: 'hidden',
  '&::after': {
    content: '""',
    display: 'block',
    width: '25%',
    height: '100%',
    backgroundColor: theme.vars.palette.primary.main,
    animation: `${passing} 1.2s ease-in-out infinite`,
  },
  '@media (prefers-reduced-motion: reduce)': { '&::after': { width: '100%', animation: 'none' } },
}));

export function PageLoading() {
  return (
    <Loading>
      <Line aria-hidden="true" />
    </Loading>
  );
}
