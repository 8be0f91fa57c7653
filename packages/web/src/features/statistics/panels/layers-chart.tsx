/** Loads the stacked bar chart when it is first shown. */
import { lazy, Suspense, type ComponentProps } from 'react';
import type { LayersChart as Chart } from '../charts/statistic-charts.tsx';
import { ChartRoom } from './chart-room.ts';

const Lazy = lazy(() =>
  import('../charts/statistic-charts.tsx').then(({ LayersChart: drawn }) => ({ default: drawn })),
);

export function LayersChart(props: ComponentProps<typeof Chart>) {
  return (
    <Suspense fallback={<ChartRoom />}>
      <Lazy {...props} />
    </Suspense>
  );
}
