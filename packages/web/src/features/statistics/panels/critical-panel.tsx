/**
 * Shows the time from an upload until the hospital was notified of a critical finding; the count opens the list behind
 * it.
 */
import type { OutputOf } from '@rhythmdesk/contract/route';
import type { Routes } from '@rhythmdesk/contract/routes';
import { can } from '@rhythmdesk/domain/people/can';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { QueryResult } from './query-result.tsx';
import { FigureTable } from './figure-table.tsx';
import { Panel } from './panel.tsx';

type Period = { readonly from: string; readonly to: string };
type Answer = OutputOf<Routes['criticalTimes']>;

function Times({ answer, period }: { answer: Answer; period: Period }) {
  const { t } = useTranslation('statistics');
  const format = useFormat();
  const { count, median_minutes: median, p90_minutes: p90, late } = answer;
  if (count === 0) return <p>{t('critical.none')}</p>;
  const span = (minutes: number | null): string =>
    minutes === null ? '–' : format.durationToMinute(60_000 * minutes);
  const behind = { view: 'acknowledged', from_time: period.from, to_time: period.to };
  return (
    <FigureTable aria-label={t('critical.title')}>
      <tbody>
        <tr>
          <th scope="row">{t('critical.count')}</th>
          <td className="strong">
            <Link to="/critical" search={behind}>
              {format.number(count)}
            </Link>
          </td>
        </tr>
        <tr>
          <th scope="row">{t('critical.median')}</th>
          <td className="strong">{span(median)}</td>
        </tr>
        <tr>
          <th scope="row">{t('critical.p90')}</th>
          <td>{span(p90)}</td>
        </tr>
        <tr>
          <th scope="row">{t('critical.late')}</th>
          <td>{format.number(late)}</td>
        </tr>
      </tbody>
    </FigureTable>
  );
}

/** Shows the panel to users who may see the board, and nothing to others. */
export function CriticalPanel({ period }: { period: Period }) {
  const { t } = useTranslation('statistics');
  const { user_role } = useSessionUser();
  const may = can(user_role, 'critical.read') !== 'never';
  const query = useQuery({
    ...callQuery('criticalTimes', { from_time: period.from, to_time: period.to }),
    enabled: may,
  });
  if (!may) return null;
  const draw = (answer: Answer) => (
    <Panel
      title={t('critical.title')}
      note={t('critical.note')}
      table={<Times answer={answer} period={period} />}
    />
  );
  return <QueryResult query={query} draw={draw} />;
}
