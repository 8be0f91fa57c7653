/** Many records at once from a spreadsheet: judged row by row first, then written in one transaction or not at all. */
import { z } from 'zod';
import { defineRoutes } from './route.ts';

const cell = z.string().max(2000).optional();
export const mostImportedRows = 500;

/** A user as a line of a spreadsheet: the role by its word, the institution by register code or name. */
const userLine = z.strictObject({
  name: cell,
  user_id: cell,
  email: cell,
  role: cell,
  institution: cell,
  phone_number: cell,
  description: cell,
});
/** An institution as a line of a spreadsheet: the analysing center by register code or name. */
const institutionLine = z.strictObject({
  name: cell,
  type: cell,
  register_code: cell,
  region: cell,
  postcode: cell,
  address: cell,
  tech_center: cell,
  description: cell,
});
export type UserLine = z.output<typeof userLine>;
export type InstitutionLine = z.output<typeof institutionLine>;

const judged = z.object({
  rows: z.number().int(),
  /** False for a trial, and where a row was refused: then nothing was written. */
  written: z.boolean(),
  /** What is wrong, by the number of the row (the first is 1), in the reader’s words. */
  faults: z.array(z.object({ row: z.number().int(), field: z.string().nullable(), detail: z.string() })),
});
export type ImportAnswer = z.output<typeof judged>;

export const importRoutes = defineRoutes({
  importUsers: {
    method: 'POST',
    path: 'user/users/import',
    allow: 'user.write',
    audit: 'user.import',
    summary:
      'Make many users at once, all or none; with `dry_run` nothing is written. Each is told by mail and chooses a password there.',
    input: z.strictObject({ dry_run: z.boolean(), rows: z.array(userLine).min(1).max(mostImportedRows) }),
    output: judged,
  },
  importInstitutions: {
    method: 'POST',
    path: 'user/usergroups/import',
    allow: 'institution.create',
    audit: 'institution.import',
    summary: 'Make many institutions at once, all or none; with `dry_run` nothing is written.',
    input: z.strictObject({
      dry_run: z.boolean(),
      rows: z.array(institutionLine).min(1).max(mostImportedRows),
    }),
    output: judged,
  },
});
