/** Names the contents of every worker's copy of the template: the database, the folder of files, the shared rows. */
import path from 'node:path';

export const templateName = 'journeys_template';

/** The password of every account of the journeys; its hash is computed once for each run. */
export const password = 'Sinus2rhythm4all';

/** The account whose password hash all other accounts copy. */
export const preparerId = 'preparer';

/** Returns the folder in which the template's database stores its files. */
export function templateFolder(): string {
  const folder = process.env['RHYTHMDESK_TEST_RUN'];
  if (folder === undefined) throw new Error('no run of the journeys was prepared');
  return path.join(folder, 'template');
}

/** The register code of the hospital that has its own sign-in provider (`hospital-provider.ts`). */
export const providerCode = 'NORTHGATE';
