/**
 * Gets the token of a Firebase project for this browser. The library is loaded only if the installation has a project.
 */
import type { OutputOf } from '@rhythmdesk/contract/route';
import type { Routes } from '@rhythmdesk/contract/routes';
import { deleteApp, getApps, initializeApp, type FirebaseApp } from '@firebase/app';
import { deleteToken, getMessaging, getToken, isSupported } from '@firebase/messaging';
import { PushFault, type PushFaultCode } from './push-fault.ts';

type FirebaseProject = NonNullable<OutputOf<Routes['pushStanding']>['firebase']>;

/** Firebase's own error codes. */
const faultOfCode: Readonly<Partial<Record<string, PushFaultCode>>> = {
  'messaging/permission-default': 'permission-default',
  'messaging/permission-blocked': 'permission-blocked',
  'messaging/unsupported-browser': 'unsupported-browser',
  'messaging/indexed-db-unsupported': 'indexed-db-unsupported',
  'messaging/failed-service-worker-registration': 'worker-failed',
  'messaging/token-subscribe-failed': 'subscribe-failed',
  'messaging/token-subscribe-no-token': 'subscribe-failed',
  'messaging/token-unsubscribe-failed': 'unsubscribe-failed',
  'messaging/token-update-failed': 'update-failed',
  'messaging/token-update-no-token': 'update-failed',
  'messaging/invalid-vapid-key': 'invalid-vapid-key',
  'installations/missing-app-config-values': 'missing-config',
};

export function firebaseFault(fault: unknown): PushFault {
  if (fault instanceof PushFault) return fault;
  const code = fault instanceof Error && 'code' in fault ? fault.code : undefined;
  const named = typeof code === 'string' ? faultOfCode[code] : undefined;
  return new PushFault(named ?? 'subscribe-failed', fault);
}

/** Returns one Firebase app per project: after a change of the settings the previous one is deleted. */
async function appOf({ vapidKey: _key, ...options }: FirebaseProject): Promise<FirebaseApp> {
  const open = getApps();
  const same = open.find((app) => app.options.appId === options.appId);
  if (same !== undefined) return same;
  await Promise.all(open.map((app) => deleteApp(app)));
  return initializeApp(options);
}

export async function firebaseToken(
  serviceWorkerRegistration: ServiceWorkerRegistration,
  project: FirebaseProject,
  isStale: boolean,
): Promise<string> {
  try {
    if (!(await isSupported())) throw new PushFault('unsupported-browser');
    const messaging = getMessaging(await appOf(project));
    // A failure to delete a stale token is ignored; a new one is created.
    if (isStale) await deleteToken(messaging).catch(() => false);
    const { vapidKey } = project;
    return await getToken(messaging, {
      serviceWorkerRegistration,
      ...(vapidKey === null ? {} : { vapidKey }),
    });
  } catch (fault) {
    throw firebaseFault(fault);
  }
}
