/** Shows the filters of the statistics: hospital, center, technician, priority, if the caller has a choice. */
import { priorities } from '@rhythmdesk/domain/case/status';
import { can } from '@rhythmdesk/domain/people/can';
import type { Scope } from '@rhythmdesk/domain/people/permission-cells';
import type { Permission } from '@rhythmdesk/domain/people/permissions';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { QueryChange } from '../../../platform/address/use-query-state.ts';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { ChoiceChip } from '../../../ui/list/choice-chip.tsx';
import { FilterBar } from '../../../ui/list/filter-bar.ts';
import type { StatisticsState } from '../model/statistics-state.ts';

type Props = { state: StatisticsState; change: QueryChange; units: ReactNode };

const named = (items: readonly { id: number; name: string }[] | undefined) =>
  items?.map(({ id, name }) => ({ value: String(id), label: name }));

/**
 * Returns the filters that the caller has: the scope contains more than one value, and the caller may read its names.
 */
function useChoices() {
  const { user_role } = useSessionUser();
  const reaches = (permission: Permission, ...scopes: readonly Scope[]): boolean => {
    const grant = can(user_role, permission);
    return grant !== 'never' && grant.scopes.some((scope) => scopes.includes(scope));
  };
  const wide = reaches('statistics.read', 'network', 'all');
  const center = reaches('statistics.read', 'center');
  return {
    hospital: wide || center,
    center: wide,
    technician: center && can(user_role, 'user.list') !== 'never',
  };
}

export function StatisticFilters({ state, change, units }: Props) {
  const { t } = useTranslation('statistics');
  const { t: word } = useTranslation('words');
  const has = useChoices();
  const facilities = (type: 'hospital' | 'tech_center') => callQuery('facilities', { type: [type] });
  const hospitals = useQuery({ ...facilities('hospital'), enabled: has.hospital });
  const centers = useQuery({ ...facilities('tech_center'), enabled: has.center });
  const technicians = useQuery({ ...callQuery('technicians', {}), enabled: has.technician });
  const chip = (name: 'hospital' | 'center' | 'technician', items: Parameters<typeof named>[0]) =>
    has[name] ? (
      <ChoiceChip
        name={t(name === 'technician' ? 'group.technician' : name)}
        options={named(items)}
        chosen={state[name].map(String)}
        onChange={(chosen) => change({ [name]: chosen.length === 0 ? undefined : chosen })}
      />
    ) : null;
  return (
    <FilterBar>
      {units}
      {chip('center', centers.data?.items)}
      {chip('hospital', hospitals.data?.items)}
      {chip('technician', technicians.data?.items)}
      <ChoiceChip
        name={t('priority')}
        options={priorities.map((value) => ({ value, label: word(`priority.${value}`) }))}
        chosen={state.priority}
        onChange={(chosen) => change({ priority: chosen.length === 0 ? undefined : chosen })}
      />
    </FilterBar>
  );
}
