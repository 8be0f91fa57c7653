/** Defines the filters of a case list: which ones a role has, their possible values, and the text of their chips. */
import { caseStatuses, priorities, severities } from '@rhythmdesk/domain/case/status';
import { can, seesTeams } from '@rhythmdesk/domain/people/can';
import { mayAskBy } from '@rhythmdesk/domain/people/masking';
import { type GroupType, type RoleKey, readerRoles } from '@rhythmdesk/domain/people/roles';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../platform/client/query-cache.ts';
import type { FilterOption } from '../../../ui/list/option-menu.tsx';
import type { ListState } from './list-state.ts';

const filterFields = [
  'status',
  'priority',
  'severity',
  'hospital_id',
  'technician_id',
  'tech_center_id',
  'team_id',
  'closed',
] as const;
export type FilterField = (typeof filterFields)[number];

/** Roles whose own group determines the technicians; other roles choose a center first. */
const centerRoles: ReadonlySet<RoleKey> = new Set<RoleKey>([...readerRoles, 'CENTER']);
/** Roles that see cases of more than one center. */
const severalCenters: ReadonlySet<RoleKey> = new Set<RoleKey>(['DISTRIBUTER', 'ADMIN', 'LOGISTICS']);
const listsPeople: ReadonlySet<RoleKey> = new Set<RoleKey>([...centerRoles, 'DISTRIBUTER', 'ADMIN']);

/** `oneInstitution`: the page is about one institution, so there is no choice of hospital. */
export function fieldsFor(
  user: { readonly role_key: RoleKey; readonly group_type: GroupType },
  state: ListState,
  oneInstitution: boolean,
): readonly FilterField[] {
  const role = user.role_key;
  const grant = can(user, 'case.read');
  const shown: Record<FilterField, boolean> = {
    status: true,
    priority: true,
    severity: grant !== 'never' && mayAskBy(grant, 'severity', true),
    hospital_id: !oneInstitution,
    technician_id: centerRoles.has(role) || (listsPeople.has(role) && state.tech_center_id.length === 1),
    tech_center_id: severalCenters.has(role),
    team_id: seesTeams(user) && (centerRoles.has(role) || state.tech_center_id.length === 1),
    closed: true,
  };
  return filterFields.filter((field) => shown[field]);
}

export function chosenValues(state: ListState, field: FilterField): readonly string[] {
  if (field === 'closed') return state.closed === undefined ? [] : [state.closed];
  return state[field].map(String).filter((value) => value !== 'any');
}

function useWordOptions(field: FilterField): readonly FilterOption[] | null {
  const { t } = useTranslation('words');
  const { t: list } = useTranslation('case-list');
  if (field === 'status') return caseStatuses.map((value) => ({ value, label: t(`status.${value}`) }));
  if (field === 'priority') return priorities.map((value) => ({ value, label: t(`priority.${value}`) }));
  if (field === 'severity') return severities.map((value) => ({ value, label: t(`severity.${value}`) }));
  if (field === 'closed')
    return (['false', 'true'] as const).map((value) => ({ value, label: list(`closed.${value}`) }));
  return null;
}

const facilityTypes: Readonly<Partial<Record<FilterField, GroupType>>> = {
  hospital_id: 'hospital',
  tech_center_id: 'tech_center',
  team_id: 'team',
};

/** Returns undefined while they are being fetched. */
export function useFilterOptions(field: FilterField, state: ListState): readonly FilterOption[] | undefined {
  const words = useWordOptions(field);
  const [center] = state.tech_center_id;
  const ofCenter = field === 'team_id' && center !== undefined;
  const shares = useQuery({ ...callQuery('teamShares', { id: center ?? 0 }), enabled: ofCenter });
  const type = facilityTypes[field];
  const facilities = useQuery({
    ...callQuery('facilities', { type: type === undefined ? [] : [type] }),
    enabled: type !== undefined && !ofCenter,
    staleTime: 5 * 60_000,
  });
  const people = useQuery({
    ...callQuery('technicians', center === undefined ? {} : { tech_center_id: center }),
    enabled: field === 'technician_id',
  });
  if (words) return words;
  const facility = ofCenter ? shares.data?.teams : facilities.data?.items;
  const items = field === 'technician_id' ? people.data?.items : facility;
  return items?.map(({ id, name }) => ({ value: String(id), label: name }));
}
