/**
 * Provides the people and teams to choose from: the technicians of a center with their open cases, or its chiefs
 * without the assignee, or its teams.
 */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../platform/client/query-cache.ts';
import type { ActionTarget } from '../model/perform.ts';
import type { PickedPerson } from './people-picker.tsx';

type Center = { tech_center: ActionTarget['tech_center']; technician: ActionTarget['technician'] };

const inputOf = ({ tech_center }: Center) => (tech_center === null ? {} : { tech_center_id: tech_center.id });

export type People = { people: readonly PickedPerson[] | undefined; error: Error | null };

/** Returns the technicians without the current assignee, who already has the case. */
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

/** The id used for "no team": no team has this id. */
const noTeamId = 0;
export const teamIdOf = (picked: number): number | null => (picked === noTeamId ? null : picked);
export const pickedTeam = (team_id: number | null | undefined): number | null =>
  team_id === undefined ? null : (team_id ?? noTeamId);

/** Returns the center's teams with their workload, without the case's own team, and "no team" at the end. */
export function useTeams(
  { tech_center, team }: Pick<ActionTarget, 'tech_center' | 'team'>,
  wanted: boolean,
): People {
  const { t } = useTranslation('actions');
  const { data, error } = useQuery({
    ...callQuery('teamShares', { id: tech_center?.id ?? noTeamId }),
    enabled: wanted && tech_center !== null,
  });
  if (data === undefined) return { people: undefined, error };
  const others = data.teams.filter(({ id }) => id !== team?.id);
  const people = others.map(({ id, name, waiting, in_work }) => ({
    id,
    name,
    note: t('team-load', { waiting, in_work }),
  }));
  const nobodys = team === null ? [] : [{ id: noTeamId, name: t('no-team') }];
  return { people: [...people, ...nobodys], error };
}

export function useChiefs(center: Center, wanted: boolean): People {
  const { data, error } = useQuery({
    ...callQuery('chiefs', inputOf(center)),
    enabled: wanted,
  });
  return { people: data?.items.filter(({ id }) => id !== center.technician?.id), error };
}
