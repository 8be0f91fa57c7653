/** Opens the sending of mails: the mail server of the settings, or the outbox. */
import type { Clock } from '../platform/clock/clock.ts';
import type { Config } from '../platform/config/config.ts';
import type { MailDependencies } from '../platform/mail/deliver-mail.ts';
import type { MailPort } from '../platform/mail/mail-port.ts';
import { outboxFolder, outboxPort } from '../platform/mail/outbox.ts';
import { smtpPort } from '../platform/mail/smtp-port.ts';
import { openInstallationKey } from '../platform/secrets/installation-key.ts';
import { oneTimeFrom } from '../platform/secrets/one-time.ts';
import { sealerFrom, type Sealer } from '../platform/secrets/sealer.ts';
import { readAuthorities } from '../platform/tls/authorities.ts';
import {
  gatewayPort,
  outboxTextPort,
  type TextMessagePort,
} from '../platform/text-messages/text-message-port.ts';
import { filesFolder } from './installation-folders.ts';

type MailOptions = { readonly config: Config; readonly clock: Clock };

/** Returns the address of the product for links in mails. */
const originOf = ({ PUBLIC_URL, PORT, TLS_CERT_FILE }: Config): string =>
  PUBLIC_URL ?? `${TLS_CERT_FILE === undefined ? 'http' : 'https'}://localhost:${String(PORT)}`;

async function portOf({ config, clock }: MailOptions): Promise<MailPort> {
  const { MAIL_URL: url, MAIL_FROM: from, MAIL_CA_FILE, MAIL_ENCRYPTION: encryption } = config;
  if (url === undefined || from === undefined) return outboxPort(outboxFolder(config.DATA_DIR), clock);
  const ca = MAIL_CA_FILE === undefined ? undefined : await readAuthorities('MAIL_CA_FILE', MAIL_CA_FILE);
  return smtpPort({ url, from, encryption, ca });
}

/** Returns the text message gateway of the settings, or the outbox. */
export function textMessagePort({ config, clock }: MailOptions): TextMessagePort {
  const { SMS_URL: url, SMS_TOKEN: token, SMS_FROM: from } = config;
  if (url === undefined) return outboxTextPort(outboxFolder(config.DATA_DIR), clock);
  return gatewayPort({ url, token, from });
}

/** Opens the sealer. Sealed data in the database uses the same key from which the secrets in mails are derived. */
export async function openSealer({ DATA_DIR }: Config): Promise<Sealer> {
  return sealerFrom(await openInstallationKey(filesFolder(DATA_DIR)));
}

export async function mailDependencies(parts: MailOptions): Promise<MailDependencies> {
  const { config, clock } = parts;
  return {
    port: await portOf(parts),
    clock,
    oneTime: oneTimeFrom(await openInstallationKey(filesFolder(config.DATA_DIR))),
    origin: originOf(config),
  };
}
