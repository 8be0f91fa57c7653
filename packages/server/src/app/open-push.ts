/**
 * Opens push messages, for sending and for subscribing browsers: a Firebase project, or the browsers' own services.
 */
import type { z } from 'zod';
import type { Config } from '../platform/config/config.ts';
import { readSettingFile, WrongSettingFile } from '../platform/config/setting-file.ts';
import { firebasePort, serviceAccountShape } from '../platform/push/firebase-port.ts';
import type { PushPort } from '../platform/push/push-port.ts';
import { pushPorts } from '../platform/push/push-ports.ts';
import { publicPushKey, webPushPort } from '../platform/push/web-push-port.ts';
import { openPushKey } from '../platform/secrets/installation-key.ts';
import type { PushStanding } from '../features/notices/handlers.ts';
import { filesFolder } from './installation-folders.ts';

export type PushOptions = {
  readonly port: PushPort;
  readonly standing: PushStanding;
  readonly hosts: readonly string[];
  /** Origins that the page connects to besides its own. */
  readonly origins: readonly string[];
};

/** Where Firebase's library in the page registers the browser. */
const firebaseOrigins = [
  'https://firebaseinstallations.googleapis.com',
  'https://fcmregistrations.googleapis.com',
] as const;

/** Returns all four settings of the page's Firebase project, or the names of the missing ones. */
function pushStandingOf(config: Config, web_push_key: string): PushStanding {
  const named = {
    projectId: config.FCM_PROJECT_ID,
    apiKey: config.FCM_API_KEY,
    appId: config.FCM_APP_ID,
    messagingSenderId: config.FCM_SENDER_ID,
  };
  const { projectId, apiKey, appId, messagingSenderId } = named;
  if (
    projectId !== undefined &&
    apiKey !== undefined &&
    appId !== undefined &&
    messagingSenderId !== undefined
  ) {
    const vapidKey = config.FCM_VAPID_KEY ?? null;
    return {
      web_push_key,
      firebase: { projectId, apiKey, appId, messagingSenderId, vapidKey },
      missing: [],
    };
  }
  const missing = Object.entries(named).flatMap(([name, value]) => (value === undefined ? [name] : []));
  return {
    web_push_key,
    firebase: null,
    missing: missing.length === Object.keys(named).length ? [] : missing,
  };
}

/** Returns the contact address for push services. */
function contactOf({ SUPPORT_EMAIL, MAIL_FROM, PUBLIC_URL }: Config): string {
  const email = SUPPORT_EMAIL === '' ? MAIL_FROM : SUPPORT_EMAIL;
  if (email !== undefined) return `mailto:${email}`;
  return PUBLIC_URL?.startsWith('https://') === true ? PUBLIC_URL : 'mailto:postmaster@localhost';
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The message names the wrong fields and never repeats a value, because one is a private key. */
function serviceAccountOf(text: string, file: string): z.output<typeof serviceAccountShape> {
  const read = serviceAccountShape.safeParse(parsedJson(text));
  if (read.success) return read.data;
  const fields = read.error.issues.map(({ path }) => path.join('.')).filter((field) => field !== '');
  const where = fields.length === 0 ? '' : ` (wrong or missing: ${[...new Set(fields)].join(', ')})`;
  throw new WrongSettingFile(
    `FCM_CREDENTIALS_FILE is not the service account of a project${where}: ${file}.`,
  );
}

async function firebaseOf({ FCM_CREDENTIALS_FILE, FCM_URL }: Config): Promise<PushPort | null> {
  if (FCM_CREDENTIALS_FILE === undefined) return null;
  const text = await readSettingFile('FCM_CREDENTIALS_FILE', FCM_CREDENTIALS_FILE);
  return firebasePort({ account: serviceAccountOf(text, FCM_CREDENTIALS_FILE), url: FCM_URL });
}

export async function openPush(config: Config): Promise<PushOptions> {
  const key = await openPushKey(filesFolder(config.DATA_DIR));
  const hosts = config.PUSH_HOSTS;
  const standing = pushStandingOf(config, publicPushKey(key));
  const web = webPushPort({ key, contact: contactOf(config), hosts });
  return {
    port: pushPorts(web, await firebaseOf(config)),
    standing,
    hosts,
    origins: standing.firebase === null ? [] : firebaseOrigins,
  };
}
