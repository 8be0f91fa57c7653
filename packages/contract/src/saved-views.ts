/**
 * Defines the routes for views of a case list that a user saved or that others share with the user. A view contains the
 * query of the list's address, never rows: a user who opens it sees the cases of their own scope, as with any filter.
 */
import { roleKeys } from '@rhythmdesk/domain/people/roles';
import { z } from 'zod';
import { done, noInput, rowId, text, whole } from './fields.ts';
import { personName } from './people.ts';
import { defineRoutes } from './route.ts';

export const viewLists = ['worklist', 'admin_cases', 'institution_cases'] as const;

/** The maximum number of views of one user, over all lists. */
export const savedViewLimit = 50;
/** The maximum number of characters of a view's name. */
export const savedViewNameLimit = 60;

/** Shared with everybody of the own institution or with one of its roles; null if not shared. */
const sharing = z.strictObject({ role_key: z.enum(roleKeys).nullable() }).nullable();

const savedView = z.object({
  id: z.number().int(),
  version: z.number().int(),
  list: z.enum(viewLists),
  name: z.string(),
  /** The query of the address without the question mark; the page number is omitted. */
  search: z.string(),
  shared: sharing,
  /** The user who shares it; null for the caller's own view. */
  shared_by: personName.nullable(),
});
export type SavedView = z.output<typeof savedView>;

const name = text(savedViewNameLimit);
const search = z
  .string()
  .max(2000)
  .regex(/^[^?#\s]*$/);
const key = { id: rowId, version: whole(1) };
const saved = z.object({ id: z.number().int(), version: z.number().int() });

export const savedViewRoutes = defineRoutes({
  savedViews: {
    method: 'GET',
    path: 'case/saved-views',
    allow: 'self',
    audit: 'none',
    summary:
      'Returns the caller’s own views of the case lists by name, then those shared with the caller by name.',
    input: noInput,
    output: z.object({ items: z.array(savedView) }),
  },
  addSavedView: {
    method: 'POST',
    path: 'case/saved-view',
    allow: 'self',
    audit: 'none',
    summary: 'Saves a view of a list under a name; also copies a shared view.',
    input: z.strictObject({ list: z.enum(viewLists), name, search }),
    output: saved,
  },
  updateSavedView: {
    method: 'PUT',
    path: 'case/saved-view',
    allow: 'self',
    audit: 'none',
    summary: 'Renames an own view, or stores other filters in it.',
    input: z.strictObject({ ...key, name: name.optional(), search: search.optional() }),
    output: saved,
  },
  shareSavedView: {
    method: 'PUT',
    path: 'case/saved-view/sharing',
    allow: 'view.share',
    audit: 'none',
    summary: 'Shares an own view with the own institution or one role of it, or ends the sharing.',
    input: z.strictObject({ ...key, shared: sharing }),
    output: saved,
  },
  deleteSavedView: {
    method: 'DELETE',
    path: 'case/saved-view',
    allow: 'self',
    audit: 'none',
    summary: 'Deletes an own view, also for the users with whom it was shared.',
    input: z.strictObject({ id: rowId }),
    output: done,
  },
});
