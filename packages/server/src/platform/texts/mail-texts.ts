/** Defines the shape of the mails of one language. */
import type { MailCode } from '@rhythmdesk/domain/notice/mails';

type MailWords = {
  readonly subject: string;
  readonly lines: readonly string[];
  /** The label of the button, for a mail with a page. */
  readonly button?: string;
};
export type MailTexts = Readonly<Record<MailCode, MailWords>>;
