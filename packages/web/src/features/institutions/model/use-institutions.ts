/** The displayed rows of the list of institutions, with live updates. */
import type { InstitutionRow } from '@rhythmdesk/contract/institutions';
import { callQuery } from '../../../platform/client/query-cache.ts';
import type { RowRule } from '../../../ui/list/live-list.ts';
import { useLiveRows } from '../../../ui/list/use-live-rows.ts';
import type { InstitutionQuery } from './institution-state.ts';

const rule: RowRule<InstitutionRow, number> = {
  key: ({ id }) => id,
  isOlder: (row, than) => row.version < than.version,
  isChanged: (row, from) => row.version !== from.version,
};
const renewed = ['institutions', 'institutionCounts', 'institution', 'institutionHistory'];

export function useInstitutions(query: InstitutionQuery) {
  return useLiveRows({ call: callQuery('institutions', query), rule, renewed, event: 'institution' });
}
