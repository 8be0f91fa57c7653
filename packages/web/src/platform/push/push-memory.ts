/** What this browser keeps of the question about push, of whose push was turned off here, of its faults, and what its service worker says of a click. */
import { pushFaults, type PushFaultCode } from './push-fault.ts';

const putOffKey = 'pushAsked';
const shownFaultsKey = 'pushTold';
const offKey = 'pushOff';
/** Whoever said “not now” is asked again after this. */
const askAgainMs = 30 * 86_400_000;

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage is blocked: it is asked and told again with the next page.
  }
}

export function isPutOff(nowMs: number): boolean {
  const putOffMs = Number(read(putOffKey) ?? Number.NaN);
  return putOffMs <= nowMs && nowMs - putOffMs < askAgainMs;
}

export function putOff(nowMs: number): void {
  write(putOffKey, String(nowMs));
}

const idsOff = (): readonly string[] => (read(offKey) ?? '').split(' ').filter((id) => id !== '');

/** Has this user turned push off in this browser? */
export function isTurnedOff(user_id: number): boolean {
  return idsOff().includes(String(user_id));
}

export function keepTurnedOff(user_id: number, off: boolean): void {
  const others = idsOff().filter((id) => id !== String(user_id));
  write(offKey, (off ? [...others, String(user_id)] : others).join(' '));
}

const shownFaults = (): readonly PushFaultCode[] => {
  const kept = (read(shownFaultsKey) ?? '').split(' ');
  return pushFaults.filter((code) => kept.includes(code));
};

/** True where this fault was not shown yet; from then on it counts as shown. */
export function isFirstShowing(code: PushFaultCode): boolean {
  const before = shownFaults();
  if (before.includes(code)) return false;
  write(shownFaultsKey, [...before, code].join(' '));
  return true;
}

/** Push works: a fault that comes again is a new one. */
export function forgetFaults(): void {
  write(shownFaultsKey, '');
}

export type NotificationClick = { readonly address: string; readonly foreground: boolean };

/** Only an address of the page itself is gone to. */
export function clickOf(data: unknown): NotificationClick | null {
  if (typeof data !== 'object' || data === null || Reflect.get(data, 'type') !== 'notification-click')
    return null;
  const address: unknown = Reflect.get(data, 'address');
  if (typeof address !== 'string' || !/^\/(detail\/\d+|notifications)$/.test(address)) return null;
  return { address, foreground: Reflect.get(data, 'foreground') === true };
}
