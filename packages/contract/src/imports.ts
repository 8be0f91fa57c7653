/**
 * Defines the routes for importing many records from a spreadsheet. The rows are checked one by one, then all are
 * written in one transaction or none is.
 */
import { z } from 'zod';
import { defineRoutes } from './route.ts';

const cell = z.string().max(2000).optional();
export const mostImportedRows = 500;

/** A user as a row of a spreadsheet: the role by its name, the institution by register code or name. */
const userLine = z.strictObject({
  name: cell,
  user_id: cell,
  email: cell,
  role: cell,
  institution: cell,
  phone_number: cell,
  description: cell,
});
/** An institution as a row of a spreadsheet: the analysing center by register code or name. */
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
  /** False for a trial run, or if a row was refused; nothing was written then. */
  written: z.boolean(),
  /** The errors by row number (the first is 1), in the reader’s language. */
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
      'Creates many users at once, all or none; with `dry_run` nothing is written. Each receives a mail to set a password.',
    input: z.strictObject({ dry_run: z.boolean(), rows: z.array(userLine).min(1).max(mostImportedRows) }),
    output: judged,
  },
  importInstitutions: {
    method: 'POST',
    path: 'user/usergroups/import',
    allow: 'institution.create',
    audit: 'institution.import',
    summary: 'Creates many institutions at once, all or none; with `dry_run` nothing is written.',
    input: z.strictObject({
      dry_run: z.boolean(),
      rows: z.array(institutionLine).min(1).max(mostImportedRows),
    }),
    output: judged,
  },
});
