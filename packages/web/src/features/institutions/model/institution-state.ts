/** Defines the state of the list of institutions as stored in its address, and makes the server query from it. */
import {
  institutionSortKeys,
  institutionSorts,
  type institutionRoutes,
  type InstitutionSort,
} from '@rhythmdesk/contract/institutions';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import { groupTypes } from '@rhythmdesk/domain/people/roles';
import { z } from 'zod';
import { many } from '../../../platform/address/many.ts';

export const institutionViews = ['all', ...groupTypes] as const;

export const institutionSchema = z.object({
  q: z.string().max(80).catch(''),
  type: z.enum(institutionViews).catch('all'),
  region: many(z.string().min(1).max(80)),
  tech_center_id: many(z.coerce.number().int().positive()),
  sort: z.enum(institutionSortKeys).catch('name'),
  page: z.coerce.number().int().min(1).catch(1),
});
export type InstitutionState = z.output<typeof institutionSchema>;

const pageSize = 50;

export type InstitutionQuery = ParsedOf<typeof institutionRoutes.institutions>;

export function institutionQueryOf({
  q,
  type,
  region,
  tech_center_id,
  sort,
  page,
}: InstitutionState): InstitutionQuery {
  return {
    ...(q === '' ? {} : { q }),
    type: type === 'all' ? [] : [type],
    region,
    tech_center_id,
    sort,
    page,
    size: pageSize,
  };
}

export function isFiltered({ q, region, tech_center_id, type }: InstitutionState): boolean {
  return q !== '' || region.length > 0 || tech_center_id.length > 0 || type !== 'all';
}

export const noFilters = {
  q: undefined,
  type: undefined,
  region: undefined,
  tech_center_id: undefined,
  page: undefined,
} as const;

const isSort = (name: string): name is InstitutionSort => institutionSorts.some((each) => each === name);

/** The default sort of the list is not written to the address. */
export function sortInAddress(field: string, direction: 'asc' | 'desc'): string | undefined {
  if (!isSort(field)) return undefined;
  if (direction === 'desc') return `-${field}`;
  return field === 'name' ? undefined : field;
}
