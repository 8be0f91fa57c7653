/** Shows that the code of a page is being fetched: a thin line at the top, after a noticeable wait. */
import LinearProgress from '@mui/material/LinearProgress';
import { Loading } from './after-delay.tsx';

export function PageLoading() {
  return (
    <Loading>
      <LinearProgress aria-hidden sx={{ height: 2 }} />
    </Loading>
  );
}
