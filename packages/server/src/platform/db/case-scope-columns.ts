/** Defines the columns that decide who reaches a case, for a query over cases joined with their hospitals' groups. */
import type { ScopeField } from '@rhythmdesk/domain/people/scope';
import { sql, type SQLWrapper } from 'drizzle-orm';
import { cases } from './schema/cases.ts';
import { userGroups } from './schema/people.ts';

export const caseScopeColumns = {
  hospital_id: cases.hospital_id,
  /** The hospital's center until the case has its own. */
  tech_center_id: sql`coalesce(${cases.tech_center_id}, ${userGroups.tech_center_id})`.mapWith(
    cases.tech_center_id,
  ),
  technician_id: cases.technician_id,
  technician_group_id: cases.technician_group_id,
  confirmer_id: cases.confirmer_id,
  uploader_group_id: cases.uploader_group_id,
} satisfies Record<ScopeField<'case'>, SQLWrapper>;
