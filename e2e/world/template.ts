/** Names what every worker finds in its copy of the template: the database, the folder of files, the shared rows. */
import path from 'node:path';

export const templateName = 'journeys_template';

/** Every account of the journeys has this password; its hash is made once a run. */
export const password = 'Sinus2rhythm4all';

/** The account whose password hash all others copy. */
export const preparerId = 'preparer';

/** The folder that the template's database names its files in. */
export function templateFolder(): string {
  const folder = process.env['RHYTHMDESK_TEST_RUN'];
  if (folder === undefined) throw new Error('no run of the journeys was prepared');
  return path.join(folder, 'template');
}

/** The register code of the hospital whose people sign in by a provider of their own (`hospital-provider.ts`). */
export const providerCode = 'NORTHGATE';
