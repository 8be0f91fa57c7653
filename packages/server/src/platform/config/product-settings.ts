/** Defines the settings for what users see and how messages are sent. */
import { z } from 'zod';
import { flag, folder, hosts, languages, line, timeZone, url, type Setting } from './setting.ts';

export const productSettings = {
  BILLING_TIME_ZONE: {
    shape: timeZone,
    fallback: 'Asia/Seoul',
    accepts: 'IANA time zone',
    purpose:
      'The time zone in which invoice months begin and end. While a month is closed, a start with another zone is refused.',
  },
  LANGUAGES_OFFERED: {
    shape: languages,
    fallback: 'en,ja',
    accepts: 'list of `en`, `ja`, `ko`, `zh`',
    purpose: 'The entries of the language menu.',
  },
  SUPPORT_PHONE: { shape: line, fallback: '', accepts: 'text', purpose: 'Shown in the footer.' },
  SUPPORT_EMAIL: {
    shape: z.union([z.literal(''), z.email()]),
    fallback: '',
    accepts: 'e-mail address',
    purpose: 'Shown in the footer.',
  },
  COMPANY_ADDRESS: { shape: line, fallback: '', accepts: 'text', purpose: 'Shown in the footer.' },
} as const satisfies Record<string, Setting>;

export const messageSettings = {
  DEMO: {
    shape: flag,
    fallback: 'false',
    accepts: '`true` or `false`',
    purpose:
      'Shows every mail to everybody at `/demo/outbox`. Set by `npm run demo`; refused together with `DATABASE_URL` or `MAIL_URL`.',
  },
  MAIL_URL: {
    shape: z.url({ protocol: /^smtps?$/ }),
    fallback: undefined,
    accepts: '`smtp://` or `smtps://` URL',
    purpose:
      'The server that sends mail, with `user:password@` if it needs them; without it mails are files in `outbox` of `DATA_DIR`.',
  },
  MAIL_FROM: {
    shape: z.email(),
    fallback: undefined,
    accepts: 'e-mail address',
    purpose: 'The sender of mails.',
  },
  MAIL_ENCRYPTION: {
    shape: z.enum(['required', 'offered']),
    fallback: 'required',
    accepts: '`required` or `offered`',
    purpose:
      'Whether a mail server of an `smtp://` URL without encryption (STARTTLS) is refused. Mails contain one-time links.',
  },
  MAIL_CA_FILE: {
    shape: folder,
    fallback: undefined,
    accepts: 'path of a PEM file',
    purpose: 'The authority that signed the mail server’s certificate, if it is a private one.',
  },
  SMS_URL: {
    shape: url,
    fallback: undefined,
    accepts: 'http or https URL',
    purpose:
      'The gateway that sends text messages: one POST of `{ message_id, from, to, text }` as JSON per message. Without it they are files in `outbox` of `DATA_DIR`.',
  },
  SMS_TOKEN: {
    shape: line,
    fallback: undefined,
    accepts: 'text',
    purpose: 'The gateway’s bearer token.',
  },
  SMS_FROM: { shape: line, fallback: undefined, accepts: 'text', purpose: 'The sender of text messages.' },
  PUSH_HOSTS: {
    shape: hosts,
    fallback: [
      ...['fcm.googleapis.com', 'jmt17.google.com', 'updates.push.services.mozilla.com'],
      ...['*.push.apple.com', '*.notify.windows.com'],
    ].join(','),
    accepts: 'list of host names, `*.` for any name before a dot',
    purpose: 'The push services of browsers to which push messages may be sent.',
  },
  FCM_URL: {
    shape: url,
    fallback: 'https://fcm.googleapis.com',
    accepts: 'http or https URL',
    purpose: 'The address for push messages of a Firebase project.',
  },
  FCM_CREDENTIALS_FILE: {
    shape: folder,
    fallback: undefined,
    accepts: 'path',
    purpose:
      'The service account of the Firebase project, as exported by its console. Needed if the page’s four settings are set.',
  },
  FCM_PROJECT_ID: {
    shape: line,
    fallback: undefined,
    accepts: 'text',
    purpose:
      'The page’s Firebase `projectId`. With `apiKey`, `appId` and `messagingSenderId` push messages go through Firebase, otherwise through the browsers’ own services.',
  },
  FCM_API_KEY: {
    shape: line,
    fallback: undefined,
    accepts: 'text',
    purpose: 'The page’s Firebase `apiKey`.',
  },
  FCM_APP_ID: {
    shape: line,
    fallback: undefined,
    accepts: 'text',
    purpose: 'The page’s Firebase `appId`.',
  },
  FCM_SENDER_ID: {
    shape: line,
    fallback: undefined,
    accepts: 'text',
    purpose: 'The page’s Firebase `messagingSenderId`.',
  },
  FCM_VAPID_KEY: {
    shape: line,
    fallback: undefined,
    accepts: 'text',
    purpose: 'The Firebase project’s own key for web push.',
  },
} as const satisfies Record<string, Setting>;
