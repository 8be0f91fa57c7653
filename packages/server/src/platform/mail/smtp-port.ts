/**
 * Sends mails through a mail server (SMTP), with one connection per mail. Mails are rare, and the server might close a
 * connection that is kept open.
 *
 * Invariants: secrets are never sent over an unencrypted connection unless the settings allow it. A 5xx response to the
 * recipient or the message is permanent; every other fault (no connection, no encryption, a wrong password or sender in
 * the settings) may be temporary.
 */
import { createTransport } from 'nodemailer';
import { MailRefused, type MailPort } from './mail-port.ts';

export type SmtpOptions = {
  readonly url: string;
  readonly from: string;
  /** Whether a server without encryption is refused or used as it is. */
  readonly encryption: 'required' | 'offered';
  /** Certificate authorities that are trusted in addition to those of Node, as PEM. */
  readonly ca?: string | undefined;
};

const limits = {
  connectionTimeout: 15_000,
  greetingTimeout: 15_000,
  socketTimeout: 30_000,
  dnsTimeout: 10_000,
};

const forGood = new Set(['EENVELOPE', 'EMESSAGE']);
/** The server wants a name and a password, whoever the recipient is (RFC 4954). */
const wantsSignIn = 530;

function isForGood(fault: unknown): boolean {
  if (!(fault instanceof Error) || !('code' in fault) || !('responseCode' in fault)) return false;
  const { code, responseCode } = fault;
  if (typeof code !== 'string' || !forGood.has(code) || typeof responseCode !== 'number') return false;
  const isOfSender = 'command' in fault && fault.command === 'MAIL FROM';
  return responseCode >= 500 && responseCode !== wantsSignIn && !isOfSender;
}

/** Returns the parts of the setting's URL; its name and password may contain any character, percent-encoded. */
function serverOf(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const user = decodeURIComponent(username);
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    ...(user === '' ? {} : { auth: { user, pass: decodeURIComponent(password) } }),
  };
}

export function smtpPort({ url, from, encryption, ca }: SmtpOptions): MailPort {
  const transport = createTransport({
    ...serverOf(url),
    ...limits,
    requireTLS: encryption === 'required',
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(ca === undefined ? {} : { tls: { ca } }),
  });
  const host = from.slice(from.lastIndexOf('@') + 1);
  return {
    send: async ({ mail_id, to, language, subject, text, html, attachments = [] }) => {
      try {
        await transport.sendMail({
          from: { name: 'Rhythmdesk', address: from },
          to: { name: '', address: to },
          subject,
          text,
          html,
          attachments: attachments.map(({ filename, media_type, bytes }) => ({
            filename,
            contentType: media_type,
            content: Buffer.from(bytes),
          })),
          messageId: `<${mail_id}@${host}>`,
          headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
        });
      } catch (fault) {
        throw isForGood(fault) ? new MailRefused(fault) : fault;
      }
    },
  };
}
