/** Who may be chosen: the technicians of a center with their open cases, or its chiefs without the assignee. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../platform/client/query-cache.ts';
import type { ActionTarget } from '../model/perform.ts';
import type { PickedPerson } from './people-picker.tsx';

type Center = { tech_center: ActionTarget['tech_center']; technician: ActionTarget['technician'] };

const inputOf = ({ tech_center }: Center) => (tech_center === null ? {} : { tech_center_id: tech_center.id });

export type People = { people: readonly PickedPerson[] | undefined; error: Error | null };

/** Without the present assignee, who has the case already. */
export function useTechnicians(center: Center, wanted: boolean): People {
  const { t } = useTranslation('actions');
  const { data, error } = useQuery({
    ...callQuery('technicians', inputOf(center)),
    enabled: wanted,
  });
  const others = data?.items.filter(({ id }) => id !== center.technician?.id);
  const byLoad = others?.toSorted((a, b) => a.open_cases - b.open_cases || a.name.localeCompare(b.name));
  const people = byLoad?.map(({ id, name, open_cases }) => ({
    id,
    name,
    note: t('open-cases', { count: open_cases }),
  }));
  return { people, error };
}

export function useChiefs(center: Center, wanted: boolean): People {
  const { data, error } = useQuery({
    ...callQuery('chiefs', inputOf(center)),
    enabled: wanted,
  });
  return { people: data?.items.filter(({ id }) => id !== center.technician?.id), error };
}
