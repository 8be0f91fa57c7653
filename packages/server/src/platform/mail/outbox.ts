/**
 * Stores mails while no mail server is configured: one file each in a folder of the data directory, for the operator
 * and for the demo's page. A mail that is sent again replaces its file.
 */
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Clock } from '../clock/clock.ts';
import { isMissing, makeFolder } from '../files/disk-place.ts';
import type { MailPort } from './mail-port.ts';

const keptMail = z.object({
  mail_id: z.string(),
  to: z.string(),
  language: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  attachments: z.array(z.object({ filename: z.string(), base64: z.string() })).optional(),
  sent_at: z.string(),
});
export type KeptMail = z.output<typeof keptMail>;

export const outboxFolder = (dataDir: string): string => path.join(dataDir, 'outbox');

export function outboxPort(folder: string, clock: Clock): MailPort {
  return {
    send: async ({ attachments = [], ...mail }) => {
      await makeFolder(folder);
      const file = path.join(folder, `${mail.mail_id}.json`);
      const named = attachments.map(({ filename, bytes }) => ({
        filename,
        base64: Buffer.from(bytes).toString('base64'),
      }));
      const kept: KeptMail = {
        ...mail,
        ...(named.length === 0 ? {} : { attachments: named }),
        sent_at: clock.now().toISOString(),
      };
      await writeFile(`${file}.begun`, JSON.stringify(kept, null, 2), { mode: 0o600 });
      await rename(`${file}.begun`, file);
    },
  };
}

async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((fault: unknown) => {
    if (isMissing(fault)) return [];
    throw fault;
  });
  return names.filter((name) => name.endsWith('.json'));
}

/** Returns the newest mails first. */
export async function readOutbox(folder: string, most: number): Promise<KeptMail[]> {
  const texts = await Promise.all(
    (await namesIn(folder)).map((name) => readFile(path.join(folder, name), 'utf8').catch(() => null)),
  );
  return texts
    .flatMap((text) => (text === null ? [] : [keptMail.parse(JSON.parse(text))]))
    .sort((a, b) => (a.sent_at < b.sent_at ? 1 : -1))
    .slice(0, most);
}

/** Deletes old mails, because they contain names and links. Returns how many were deleted. */
export async function sweepOutbox(folder: string, before: Date): Promise<number> {
  let removed = 0;
  for (const name of await namesIn(folder)) {
    const file = path.join(folder, name);
    if ((await stat(file)).mtime >= before) continue;
    await rm(file, { force: true });
    removed += 1;
  }
  return removed;
}
