/** Shows placeholder rows while the first rows are being fetched: the real heights, no animation. */
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { Loading } from '../states/after-delay.tsx';

const Row = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '112px 1fr 1fr 124px 86px 116px 100px',
  alignItems: 'center',
  gap: 16,
  height: 38,
  padding: '0 16px',
  borderBottom: `1px solid ${theme.vars.palette.line.hair}`,
}));
const Head = styled('div')(({ theme }) => ({
  height: 32,
  borderBottom: `1px solid ${theme.vars.palette.line.main}`,
}));
const cells = ['70%', '80%', '65%', '100%', '60%', '90%', '60%'] as const;

export function GridSkeleton() {
  return (
    <Loading>
      <Head />
      {Array.from({ length: 14 }, (_, row) => (
        <Row key={row}>
          {cells.map((width, cell) => (
            <Skeleton key={cell} width={width} height={cell === 5 ? 22 : 12} />
          ))}
        </Row>
      ))}
    </Loading>
  );
}

export function CardSkeleton() {
  return (
    <Loading>
      {Array.from({ length: 5 }, (_, card) => (
        <Skeleton key={card} height={136} sx={{ margin: '0 12px 8px', borderRadius: '10px' }} />
      ))}
    </Loading>
  );
}
