/** Reads the mails and text messages that a worker's server has sent, from its outbox folder. */
import { expect } from '@playwright/test';
import { outboxFolder, readOutbox, type KeptMail } from '@rhythmdesk/server/platform/mail/outbox';
import { jobWait } from './job-wait.ts';
import type { World } from './world.ts';

const newest = 100;

/**
 * Waits for a message to this address with these words in its subject; returns its text, its link and its code, or ''.
 */
export async function mailTo(
  { data_folder }: World,
  to: string,
  subject: string,
): Promise<{ text: string; link: string; code: string }> {
  const found = async (): Promise<KeptMail | undefined> =>
    (await readOutbox(outboxFolder(data_folder), newest)).find(
      (mail) => mail.to === to && mail.subject.includes(subject),
    );
  await expect.poll(found, { message: `a mail "${subject}" to ${to}`, ...jobWait }).toBeDefined();
  const { text } = (await found()) ?? { text: '' };
  // A code is alone on its line; six digits elsewhere belong to a name or an address.
  const code = /^\d{6}$/m.exec(text)?.[0] ?? '';
  return { text, link: /https?:\/\/\S+/.exec(text)?.[0] ?? '', code };
}
