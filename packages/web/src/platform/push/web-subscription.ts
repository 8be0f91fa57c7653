/**
 * Makes and renews the browser's own subscription (Web Push). A subscription that is stale or was made with another key
 * is replaced; if it cannot be ended, that is ignored.
 */
import { PushFault, type PushFaultCode } from './push-fault.ts';

const keyBytes = 65;
const uncompressedPoint = 4;

/** Returns the server's public key in the format that the browser expects: an uncompressed point of P-256. */
function bytesOfKey(key: string): Uint8Array<ArrayBuffer> {
  let text: string;
  try {
    text = atob(key.replaceAll('-', '+').replaceAll('_', '/'));
  } catch (fault) {
    throw new PushFault('invalid-vapid-key', fault);
  }
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  if (bytes.length !== keyBytes || bytes[0] !== uncompressedPoint) throw new PushFault('invalid-vapid-key');
  return bytes;
}

function isOfKey({ options }: PushSubscription, key: Uint8Array): boolean {
  if (options.applicationServerKey === null) return false;
  const own = new Uint8Array(options.applicationServerKey);
  return own.length === key.length && own.every((byte, at) => byte === key[at]);
}

const faultOfName: Readonly<Partial<Record<string, PushFaultCode>>> = {
  NotAllowedError: 'permission-blocked',
  NotSupportedError: 'unsupported-browser',
  InvalidAccessError: 'invalid-vapid-key',
  InvalidCharacterError: 'invalid-vapid-key',
};

function faultOf(fault: unknown, otherwise: PushFaultCode): PushFault {
  const name = fault instanceof Error || fault instanceof DOMException ? fault.name : '';
  return new PushFault(faultOfName[name] ?? otherwise, fault);
}

export async function webSubscription(
  { pushManager }: Pick<ServiceWorkerRegistration, 'pushManager'>,
  web_push_key: string,
  isStale: boolean,
): Promise<string> {
  const key = bytesOfKey(web_push_key);
  const before = await pushManager.getSubscription().catch((fault: unknown) => {
    throw faultOf(fault, 'subscribe-failed');
  });
  if (before !== null && !isStale && isOfKey(before, key)) return JSON.stringify(before);
  await before?.unsubscribe().catch(() => false);
  const options = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return JSON.stringify(await pushManager.subscribe(options));
  } catch (fault) {
    throw faultOf(fault, before === null ? 'subscribe-failed' : 'update-failed');
  }
}
