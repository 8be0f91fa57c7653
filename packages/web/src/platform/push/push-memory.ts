/**
 * Stores in this browser what push needs to know later: the answer to its question, the visits of each user, who turned it
 * off here and which faults were shown. Also reads what the service worker says of a click.
 */
import { pushFaults, type PushFaultCode } from './push-fault.ts';

const putOffKey = 'pushAsked';
const shownFaultsKey = 'pushTold';
const offKey = 'pushOff';
const visitsKey = 'pushVisits';
/** So many visits are over before a user is asked: nobody new is asked before they have seen the page. */
const visitsBeforeAsking = 3;
const dayMs = 86_400_000;
/** Whoever said “not now” is asked again after this. */
const askAgainMs = 30 * dayMs;

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

type Visits = { readonly count: number; readonly day: number };

const localDay = (ms: number): number => Math.floor((ms - new Date(ms).getTimezoneOffset() * 60_000) / dayMs);

/** Each user's visits, written `7:2:20783`: the ID, how many, and the day of the last. */
function allVisits(): Map<number, Visits> {
  const all = new Map<number, Visits>();
  for (const entry of (read(visitsKey) ?? '').split(' ')) {
    const [id = Number.NaN, count = Number.NaN, day = Number.NaN] = entry.split(':').map(Number);
    if ([id, count, day].every(Number.isInteger)) all.set(id, { count, day });
  }
  return all;
}

/** Counts this visit of a user. All page loads of one calendar day are one visit. */
export function countVisit(user_id: number, nowMs: number): void {
  const all = allVisits();
  const before = all.get(user_id);
  const day = localDay(nowMs);
  if (before?.day === day) return;
  all.set(user_id, { count: (before?.count ?? 0) + 1, day });
  write(visitsKey, [...all].map(([id, visits]) => [id, visits.count, visits.day].join(':')).join(' '));
}

/** Whether the user has visited on enough earlier days to be asked by the page itself. */
export function knowsThePage(user_id: number, nowMs: number): boolean {
  const visits = allVisits().get(user_id);
  if (visits === undefined) return false;
  const earlier = visits.day === localDay(nowMs) ? visits.count - 1 : visits.count;
  return earlier >= visitsBeforeAsking;
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
