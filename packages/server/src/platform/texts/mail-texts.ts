/** The shape of the mails of one language. */
import type { MailCode } from '@rhythmdesk/domain/notice/mails';

type MailWords = {
  readonly subject: string;
  readonly lines: readonly string[];
  /** Of a mail with a page: what its button says. */
  readonly button?: string;
};
export type MailTexts = Readonly<Record<MailCode, MailWords>>;
