/** How a mail leaves the house: through a mail server, or into a folder where none is set. */
type Mail = {
  /** The same for every attempt of one mail, so that a server that got it twice can tell. */
  readonly mail_id: string;
  readonly to: string;
  readonly language: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments?: readonly MailAttachment[];
};

type MailAttachment = {
  readonly filename: string;
  readonly media_type: string;
  readonly bytes: Uint8Array;
};

export type MailPort = {
  /** Resolves once somebody else answers for the mail. Throws `MailRefused` where trying again cannot help. */
  readonly send: (mail: Mail) => Promise<void>;
};

/** The mail server refused this mail for good: no such mailbox, not from us, too large. */
export class MailRefused extends Error {
  constructor(cause: unknown) {
    super('the mail server refused the mail', { cause });
    this.name = 'MailRefused';
  }
}
