/** What users see, and how messages leave the house. */
import { z } from 'zod';
import { folder, languages, line, setting, timeZone, url } from './setting.ts';

export const productSettings = {
  BILLING_TIME_ZONE: setting({
    shape: timeZone,
    fallback: 'Asia/Seoul',
    accepts: 'IANA time zone',
    purpose: 'In which invoice months begin and end.',
  }),
  LANGUAGES_OFFERED: setting({
    shape: languages,
    fallback: 'en,ja',
    accepts: 'list of `en`, `ja`, `ko`, `zh`',
    purpose: 'The entries of the language menu.',
  }),
  SUPPORT_PHONE: setting({ shape: line, fallback: '', accepts: 'text', purpose: 'Shown in the footer.' }),
  SUPPORT_EMAIL: setting({
    shape: z.union([z.literal(''), z.email()]),
    fallback: '',
    accepts: 'e-mail address',
    purpose: 'Shown in the footer.',
  }),
  COMPANY_ADDRESS: setting({ shape: line, fallback: '', accepts: 'text', purpose: 'Shown in the footer.' }),
} as const;

export const messageSettings = {
  MAIL_URL: setting({
    shape: z.url({ protocol: /^smtps?$/ }),
    fallback: undefined,
    accepts: '`smtp://` or `smtps://` URL',
    purpose: 'The server that sends mail; without it no mail is sent.',
    secret: true,
  }),
  MAIL_FROM: setting({
    shape: z.email(),
    fallback: undefined,
    accepts: 'e-mail address',
    purpose: 'The sender of mails.',
  }),
  FCM_URL: setting({
    shape: url,
    fallback: 'https://fcm.googleapis.com',
    accepts: 'http or https URL',
    purpose: 'Where push messages go.',
  }),
  FCM_CREDENTIALS_FILE: setting({
    shape: folder,
    fallback: undefined,
    accepts: 'path',
    purpose: 'The service account of the Firebase project; without it no push message is sent.',
  }),
  FCM_PROJECT_ID: setting({
    shape: line,
    fallback: undefined,
    accepts: 'text',
    purpose: 'The page’s Firebase `projectId`.',
  }),
  FCM_API_KEY: setting({
    shape: line,
    fallback: undefined,
    accepts: 'text',
    purpose: 'The page’s Firebase `apiKey`.',
  }),
  FCM_APP_ID: setting({
    shape: line,
    fallback: undefined,
    accepts: 'text',
    purpose: 'The page’s Firebase `appId`.',
  }),
  FCM_SENDER_ID: setting({
    shape: line,
    fallback: undefined,
    accepts: 'text',
    purpose: 'The page’s Firebase `messagingSenderId`.',
  }),
  FCM_VAPID_KEY: setting({
    shape: line,
    fallback: undefined,
    accepts: 'text',
    purpose: 'The page’s key for web push.',
  }),
} as const;
