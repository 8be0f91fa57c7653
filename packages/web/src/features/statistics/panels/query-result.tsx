/** Shows a panel with its own query: the reserved space while it loads, the error, or the result. */
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { ChartRoom } from './chart-room.ts';

type QueryResultProps<Answer> = {
  query: UseQueryResult<Answer>;
  draw: (answer: Answer) => ReactNode;
};

export function QueryResult<Answer>({ query, draw }: QueryResultProps<Answer>) {
  const { data, error, refetch, isPlaceholderData } = query;
  if (data === undefined)
    return error === null ? <ChartRoom /> : <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <div aria-busy={isPlaceholderData} style={{ display: 'grid', minWidth: 0 }}>
      {draw(data)}
    </div>
  );
}
