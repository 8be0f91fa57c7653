/** Provides the state of the statistics page: URL state, queries, results, and the links of figures. */
import type { StatisticGroup } from '@rhythmdesk/domain/statistics/steps';
import { can } from '@rhythmdesk/domain/people/can';
import type { RoleKey } from '@rhythmdesk/domain/people/roles';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useQueryState } from '../../platform/address/use-query-state.ts';
import { callQuery } from '../../platform/client/query-cache.ts';
import { useSessionUser } from '../../platform/session/session-state.ts';
import { localToday } from '../../ui/list/period.ts';
import { useNow } from '../../ui/use-now.ts';
import {
  figureLinks,
  statisticsPeriodOf,
  statisticsQueryOf,
  setOf,
  statisticsSchema,
  unitOf,
  type StatisticsState,
} from './model/statistics-state.ts';

/** Returns the default comparison of a role: the widest level of which it sees several. */
function usualGroup(role: RoleKey): StatisticGroup {
  if (role === 'DISTRIBUTER' || role === 'ADMIN') return 'center';
  if (role === 'CHIEF' || role === 'CENTER') return 'technician';
  return role === 'DOCTOR' ? 'priority' : 'hospital';
}

function useAnswers(state: StatisticsState, today: string, group: StatisticGroup) {
  const query = statisticsQueryOf(state, today);
  const unit = unitOf(state, statisticsPeriodOf(state, today));
  const set = setOf(state);
  const before = { placeholderData: keepPreviousData };
  return {
    cases: useQuery({ ...callQuery('statisticsCases', { ...query, unit }), ...before }),
    times: useQuery({ ...callQuery('statisticsTimes', query), ...before }),
    groups: useQuery(callQuery('statisticsGroups', { ...query, group })),
    hospitals: useQuery({ ...callQuery('statisticsGroups', { ...query, group: 'hospital' }), ...before }),
    arrivals: useQuery({ ...callQuery('statisticsArrivals', query), ...before }),
    open: useQuery({ ...callQuery('statisticsOpen', set), ...before }),
    forecast: useQuery({ ...callQuery('statisticsForecast', set), ...before }),
    query,
    unit,
  };
}

export function useStatistics() {
  const [state, change] = useQueryState(statisticsSchema);
  const { id, user_role } = useSessionUser();
  const today = localToday(new Date(useNow()));
  const group = state.group ?? usualGroup(user_role.role_key);
  const grant = can(user_role, 'statistics.read');
  const own = grant !== 'never' && grant.scopes.includes('self') ? id : null;
  return {
    ...useAnswers(state, today, group),
    state,
    change,
    today,
    period: statisticsPeriodOf(state, today),
    group,
    own,
    linkTo: figureLinks(user_role.role_key, state, own),
  };
}
export type StatisticsModel = ReturnType<typeof useStatistics>;
