/**
 * Stores in this browser what push needs later: the user's answer to the question, the visits of each user, who turned
 * it off here and which errors were shown. Also parses the service worker's message about a click.
 */
import { pushFaults, type PushFaultCode } from './push-fault.ts';
import { browserStorage } from '../own-storage.ts';

const putOffKey = 'pushAsked';
const shownFaultsKey = 'pushFaultsShown';
const offKey = 'pushOff';
const visitsKey = 'pushVisits';
/** Number of earlier visits before a user is asked, so that new users are not asked before they know the page. */
const visitsBeforeAsking = 3;
const dayMs = 86_400_000;
/** A user who answered "not now" is asked again after this time. */
const askAgainMs = 30 * dayMs;

function read(key: string): string | null {
  try {
    return browserStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    browserStorage.setItem(key, value);
  } catch {
    // Storage is blocked: question and errors are shown again on the next page load.
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

/** Returns whether this user turned push off in this browser. */
export function isTurnedOff(user_id: number): boolean {
  return idsOff().includes(String(user_id));
}

export function keepTurnedOff(user_id: number, off: boolean): void {
  const others = idsOff().filter((id) => id !== String(user_id));
  write(offKey, (off ? [...others, String(user_id)] : others).join(' '));
}

type Visits = { readonly count: number; readonly day: number };

const localDay = (ms: number): number => Math.floor((ms - new Date(ms).getTimezoneOffset() * 60_000) / dayMs);

/** Returns each user's visits, stored as `7:2:20783`: the ID, the number of visits, and the day of the last one. */
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

/** Returns whether the user has visited on enough earlier days to be asked by the page. */
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

/** Returns whether this error was not shown yet; it is then recorded as shown. */
export function isFirstShowing(code: PushFaultCode): boolean {
  const before = shownFaults();
  if (before.includes(code)) return false;
  write(shownFaultsKey, [...before, code].join(' '));
  return true;
}

/** Push works again: a later error counts as new. */
export function forgetFaults(): void {
  write(shownFaultsKey, '');
}

export type NotificationClick = { readonly address: string; readonly foreground: boolean };

/** Only addresses of this site are opened. */
export function clickOf(data: unknown): NotificationClick | null {
  if (typeof data !== 'object' || data === null || Reflect.get(data, 'type') !== 'notification-click')
    return null;
  const address: unknown = Reflect.get(data, 'address');
  if (typeof address !== 'string' || !/^\/(detail\/\d+|notifications)$/.test(address)) return null;
  return { address, foreground: Reflect.get(data, 'foreground') === true };
}
