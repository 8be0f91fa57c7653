/** Sends mails: through a mail server, or into a folder if none is configured. */
type Mail = {
  /** The same for every attempt of one mail, so that a server that received it twice can recognise it. */
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
  /** Resolves once another server is responsible for the mail. Throws `MailRefused` if another attempt cannot help. */
  readonly send: (mail: Mail) => Promise<void>;
};

/** The mail server refused this mail permanently: unknown mailbox, sender not accepted, too large. */
export class MailRefused extends Error {
  constructor(cause: unknown) {
    super('the mail server refused the mail', { cause });
    this.name = 'MailRefused';
  }
}
