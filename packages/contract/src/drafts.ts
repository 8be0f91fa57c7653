/**
 * Defines the routes for drafts: what a user typed and has not sent yet. They are stored on the server because they may
 * name patients. The page decides what a draft contains; the server stores it as text that only its author can read.
 */
import { z } from 'zod';
import { done, instant } from './fields.ts';
import { defineRoutes } from './route.ts';

/** The maximum number of characters of a draft and of drafts of a user. */
export const draftLimits = { characters: 16_000, drafts: 300 } as const;

/** The name of a folder, or of a draft in it: `upload/0f3a…`, `comment/1204`. */
const draftFolder = z.string().regex(/^[a-z]{1,20}$/);
const draftName = z.string().regex(/^[a-z]{1,20}\/[A-Za-z0-9_-]{1,80}$/);

const draft = z.object({ name: draftName, content: z.string(), saved_at: instant });
export type Draft = z.output<typeof draft>;

export const draftRoutes = defineRoutes({
  readDraft: {
    method: 'GET',
    path: 'user/draft',
    allow: 'self',
    audit: 'none',
    summary: 'Returns the caller’s draft of this name, or null.',
    input: z.strictObject({ name: draftName }),
    output: z.object({ draft: draft.nullable() }),
  },
  listDrafts: {
    method: 'GET',
    path: 'user/drafts',
    allow: 'self',
    audit: 'none',
    summary: 'Returns the caller’s drafts in a folder, the last changed first.',
    input: z.strictObject({ folder: draftFolder }),
    output: z.object({ items: z.array(draft) }),
  },
  saveDraft: {
    method: 'PUT',
    path: 'user/draft',
    allow: 'self',
    audit: 'none',
    summary:
      'Stores a draft under its name in place of the one before. It is deleted some days after its last change.',
    input: z.strictObject({ name: draftName, content: z.string().min(1).max(draftLimits.characters) }),
    output: done,
  },
  deleteDraft: {
    method: 'DELETE',
    path: 'user/draft',
    allow: 'self',
    audit: 'none',
    summary: 'Deletes a draft. A missing one counts as deleted.',
    input: z.strictObject({ name: draftName }),
    output: done,
  },
});
