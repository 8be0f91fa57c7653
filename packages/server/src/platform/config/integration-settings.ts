/** Defines the settings for the exchange of messages with other systems. */
import { z } from 'zod';
import { flag, folder, networks, number, type Setting } from './setting.ts';

export const integrationSettings = {
  HL7_PORT: {
    shape: number(1, 65535),
    fallback: undefined,
    accepts: '1 to 65535',
    purpose:
      'The port on which orders by HL7 v2 (MLLP) are received; without it none are. See [integration.md](integration.md).',
  },
  HL7_HOST: {
    shape: z.string().min(1),
    fallback: '127.0.0.1',
    accepts: 'address',
    purpose: 'The address on which HL7 v2 is received.',
  },
  HL7_CERT_FILE: {
    shape: folder,
    fallback: undefined,
    accepts: 'path of a PEM file',
    purpose: 'The certificate for HL7 v2 by TLS, as receiver and as sender. Needs `HL7_KEY_FILE`.',
  },
  HL7_KEY_FILE: {
    shape: folder,
    fallback: undefined,
    accepts: 'path of a PEM file',
    purpose: 'The private key of `HL7_CERT_FILE`.',
  },
  HL7_CA_FILE: {
    shape: folder,
    fallback: undefined,
    accepts: 'path of a PEM file',
    purpose:
      'The authorities of the client certificates that senders must show. Needs `HL7_CERT_FILE`; with it HL7 v2 is received by TLS only.',
  },
  HL7_CONNECTIONS: {
    shape: number(1, 1000),
    fallback: '50',
    accepts: '1 to 1000',
    purpose: 'The most connections of HL7 v2 senders at a time.',
  },
  HL7_IDLE_SECONDS: {
    shape: number(5, 86_400),
    fallback: '600',
    accepts: '5 to 86400',
    purpose: 'A connection of a sender without bytes ends after this long.',
  },
  WEBHOOK_NETWORKS: {
    shape: networks,
    fallback: undefined,
    accepts: 'list such as `10.20.0.0/16,fd00::/8`',
    purpose:
      'Networks to which webhooks and DICOM objects may be sent although they are not public: private, loopback, link-local or reserved ones.',
  },
  WEBHOOK_HTTP: {
    shape: flag,
    fallback: 'false',
    accepts: '`true` or `false`',
    purpose: 'Whether webhooks and DICOM objects may also be sent without encryption, to `http` addresses.',
  },
  WEBHOOK_OFF_HOURS: {
    shape: number(1, 720),
    fallback: '120',
    accepts: '1 to 720',
    purpose: 'A receiver of webhooks that accepts nothing for this long is switched off.',
  },
  MESSAGE_RETRY_HOURS: {
    shape: number(1, 720),
    fallback: '72',
    accepts: '1 to 720',
    purpose: 'How long a message to a partner is tried again before it is given up.',
  },
  MESSAGE_TIMEOUT_SECONDS: {
    shape: number(1, 300),
    fallback: '30',
    accepts: '1 to 300',
    purpose: 'How long a partner may take to answer a message.',
  },
  MESSAGE_RETENTION_DAYS: {
    shape: number(1, 36_500),
    fallback: '365',
    accepts: '1 to 36500',
    purpose: 'How long the content of settled messages is stored.',
  },
} as const satisfies Record<string, Setting>;
