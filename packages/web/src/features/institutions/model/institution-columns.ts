/** Defines every column of the list of institutions. The name is always visible. */
import { can } from '@rhythmdesk/domain/people/can';
import type { Actor } from '@rhythmdesk/domain/people/scope';
import { knownColumns } from '../../../ui/list/columns.ts';
import type { ColumnFacts } from '../../../ui/list/grid-columns.tsx';
import type { RememberedList } from '../../../ui/list/use-list-preference.ts';

type InstitutionFacts = ColumnFacts & {
  /** Only for users who may see prices. */
  readonly price?: true;
};

const columnTable = {
  name: { widthPx: 180, grows: 2, sorts: true },
  register_code: { widthPx: 112, sorts: true },
  type: { widthPx: 116, sorts: true },
  tech_center: { widthPx: 150, grows: true },
  region: { widthPx: 116, sorts: true },
  charging_unit: { widthPx: 130, price: true },
  agree_type: { widthPx: 160 },
  user_count: { widthPx: 72, right: true },
  month_cases: { widthPx: 124, right: true },
  address: { widthPx: 200, grows: true },
  analysis_ratio: { widthPx: 72, right: true },
  created_at: { widthPx: 116, sorts: true },
} as const satisfies Record<string, InstitutionFacts>;

/** Left out first in a narrow window. */
export const spareColumns: readonly InstitutionColumnId[] = ['region', 'agree_type', 'charging_unit'];

export type InstitutionColumnId = keyof typeof columnTable;
const everyColumn = Object.keys(columnTable).filter(isColumnId);

function isColumnId(text: string): text is InstitutionColumnId {
  return Object.hasOwn(columnTable, text);
}

export function columnFacts(id: InstitutionColumnId): InstitutionFacts {
  return columnTable[id];
}

const usual: readonly InstitutionColumnId[] = [
  'name',
  'register_code',
  'type',
  'tech_center',
  'region',
  'charging_unit',
  'agree_type',
  'user_count',
  'month_cases',
];

type Role = Pick<Actor, 'role_key' | 'group_type'>;

/** Returns the columns that this caller may see. */
export function columnsFor(role: Role): readonly InstitutionColumnId[] {
  const seesPrices = can(role, 'price.read') !== 'never';
  return everyColumn.filter((id) => columnFacts(id).price === undefined || seesPrices);
}

const kinds = new Map<boolean, RememberedList<InstitutionColumnId>>();

/** Returns the default list of this caller; cached, so that dependent values keep their identity. */
export function institutionList(role: Role): RememberedList<InstitutionColumnId> {
  const seesPrices = can(role, 'price.read') !== 'never';
  const known = kinds.get(seesPrices);
  if (known) return known;
  const all = columnsFor(role);
  const made = {
    name: 'institutions',
    columns: usual.filter((id) => all.includes(id)),
    preview: false,
    shown: (chosen: readonly string[]) => knownColumns(chosen, all, 'name'),
  };
  kinds.set(seesPrices, made);
  return made;
}
