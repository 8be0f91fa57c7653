/**
 * Works with the keys that a user gave to commands in place of the default keys.
 *
 * Invariant: no two commands that can apply at the same time have the same key.
 */
import { type CommandId, type KeyRow, keyPages } from '../../../../ui/keys/key-table.ts';
import { type DeskSubject, deskSubjects } from '../keys/desk-tool.ts';
import { type DeskView, deskViews } from '../session/desk-views.ts';
import { keyRows } from './key-tables.ts';

/** By slot: `accept`, its second key `accept.2`. */
export type OwnKeys = Readonly<Record<string, string>>;

/** One key of one command. */
export type KeySlot = {
  readonly slot: string;
  readonly command: CommandId;
  readonly usual: string;
  readonly row: KeyRow;
};

/** A tab of the desk or another page, and what the next key changes there. */
export type KeySituation = {
  readonly place: DeskView | (typeof keyPages)[number];
  readonly subject: DeskSubject;
};

export const keySlots: readonly KeySlot[] = [...keyRows].flatMap(([command, row]) =>
  row.keys.map((usual, at) => ({
    slot: at === 0 ? command : `${command}.${String(at + 1)}`,
    ...{ command, usual, row },
  })),
);

export const situations: readonly KeySituation[] = [...deskViews, ...keyPages].flatMap((place) =>
  deskSubjects.map((subject) => ({ place, subject })),
);

const isKeyPage = (place: KeySituation['place']): place is (typeof keyPages)[number] =>
  keyPages.some((page) => page === place);

export function applies(row: KeyRow, { place, subject }: KeySituation): boolean {
  if (row.subjects?.includes(subject) === false) return false;
  return isKeyPage(place) ? row.pages?.includes(place) === true : row.tabs?.includes(place) !== false;
}

/** Returns the keys that work there: of several with one default key the first. */
export function reachable(there: KeySituation): KeySlot[] {
  const standing = keySlots.filter(({ row }) => applies(row, there));
  return standing.filter((slot, at) => standing.findIndex(({ usual }) => usual === slot.usual) === at);
}

const reached = situations.map(reachable);
/** The commands that can apply at the same time as a command. */
const rivals: ReadonlyMap<KeySlot, readonly KeySlot[]> = new Map(
  keySlots.map((slot) => {
    const beside = new Set(reached.flatMap((slots) => (slots.includes(slot) ? slots : [])));
    return [slot, [...beside].filter((other) => other !== slot)];
  }),
);

const rivalsOf = (slot: KeySlot): readonly KeySlot[] => rivals.get(slot) ?? [];

/** Returns whether the desk does not have this command. */
const isElsewhere = ({ row }: KeySlot): boolean => row.tabs?.length === 0;

/** Returns the key of a slot; empty if the user gave its default key to another command. */
export function boundKeyOf(slot: KeySlot, own: OwnKeys): string {
  const { usual, row } = slot;
  if (row.fixed === true) return usual;
  const changed = own[slot.slot];
  if (changed !== undefined) return changed;
  const isTaken = isElsewhere(slot) && rivalsOf(slot).some((other) => own[other.slot] === usual);
  return isTaken ? '' : usual;
}

/** Returns the other commands that have the key, or have it by default, where this one applies. */
const holdersOf = (written: string, of: KeySlot, own: OwnKeys): KeySlot[] =>
  rivalsOf(of).filter(({ slot, usual }) => (own[slot] ?? usual) === written);

/** Returns the other command that has the key where this one applies; null if there is none. */
export const holderOf = (written: string, of: KeySlot, own: OwnKeys): KeySlot | null =>
  holdersOf(written, of, own)[0] ?? null;

export function withKey(own: OwnKeys, { slot, usual }: KeySlot, written: string): OwnKeys {
  const { [slot]: _, ...others } = own;
  return written === usual ? others : { ...others, [slot]: written };
}

/** Exchanges two keys; null if a third command has one of them where the other would need it. */
export function swapped(own: OwnKeys, one: KeySlot, holder: KeySlot): OwnKeys | null {
  if (holder.row.fixed === true) return null;
  const next = withKey(withKey(own, one, boundKeyOf(holder, own)), holder, boundKeyOf(one, own));
  const isFree = [one, holder].every((slot) => holderOf(boundKeyOf(slot, next), slot, next) === null);
  return isFree ? next : null;
}

/**
 * Keeps the keys of known commands that are free, so that a later version may remove commands or add keys. A command
 * that the desk does not have gives its default key away.
 */
export function knownKeys(kept: OwnKeys): OwnKeys {
  let own: OwnKeys = {};
  for (const slot of keySlots) {
    const written = kept[slot.slot];
    if (written !== undefined && slot.row.fixed !== true) own = withKey(own, slot, written);
  }
  const clashes = keySlots.filter((slot) => {
    const written = own[slot.slot];
    const isFirm = (other: KeySlot): boolean => !isElsewhere(other) || own[other.slot] !== undefined;
    return written !== undefined && holdersOf(written, slot, own).some(isFirm);
  });
  const lost = new Set(clashes.map(({ slot }) => slot));
  if (lost.size === 0) return own;
  return knownKeys(Object.fromEntries(Object.entries(own).filter(([slot]) => !lost.has(slot))));
}

/**
 * Returns the user's key of a command in place of its default key, empty if it has none; without a command the default
 * key.
 */
export function printedKey(usual: string, command: string | undefined, own: OwnKeys): string {
  const slots = keySlots.filter((one) => one.command === command);
  const slot = slots.find((one) => one.usual === usual) ?? slots[0];
  if (slot === undefined) return usual;
  const written = boundKeyOf(slot, own);
  return written === slot.usual ? usual : written;
}
