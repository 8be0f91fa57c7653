/**
 * The keys that a user gave to commands of the desk, instead of the usual ones of `desk-keys.ts`.
 *
 * Invariant: two commands that are available at the same time never have the same key.
 */
import { type DeskKeyRow, deskKeyRows, type DeskSubject } from './desk-keys.ts';
import { type DeskView, deskViews } from '../session/desk-views.ts';

/** By slot: `accept`, or `accept.2` for its second key. */
export type OwnKeys = Readonly<Record<string, string>>;

/** One key of one command. */
export type KeySlot = {
  readonly slot: string;
  readonly command: string;
  readonly usual: string;
  readonly row: DeskKeyRow;
};

export type KeySituation = { readonly tab: DeskView; readonly subject: DeskSubject };

export const keySlots: readonly KeySlot[] = [...deskKeyRows].flatMap(([command, row]) =>
  row.keys.map((usual, at) => ({
    slot: at === 0 ? command : `${command}.${String(at + 1)}`,
    ...{ command, usual, row },
  })),
);

const subjects: readonly DeskSubject[] = ['beats', 'template', 'several', 'episode', 'other'];
const situations: readonly KeySituation[] = deskViews.flatMap((tab) =>
  subjects.map((subject) => ({ tab, subject })),
);

const stands = ({ row }: KeySlot, { tab, subject }: KeySituation): boolean =>
  row.tabs?.includes(tab) !== false && row.subjects?.includes(subject) !== false;

/** Returns the keys that are available in a situation. Of several with the same usual key, the first one counts. */
export function reachable(there: KeySituation): KeySlot[] {
  const standing = keySlots.filter((slot) => stands(slot, there));
  return standing.filter((slot, at) => standing.findIndex(({ usual }) => usual === slot.usual) === at);
}

const reached = new Map(situations.map((there) => [`${there.tab} ${there.subject}`, reachable(there)]));

export const boundKeyOf = ({ slot, usual, row }: KeySlot, own: OwnKeys): string =>
  row.fixed === true ? usual : (own[slot] ?? usual);

/** Returns another command that has this key in a situation where `of` is available; null if there is none. */
export function holderOf(written: string, of: KeySlot, own: OwnKeys): KeySlot | null {
  for (const slots of reached.values()) {
    if (!slots.includes(of)) continue;
    const holder = slots.find((slot) => slot !== of && boundKeyOf(slot, own) === written);
    if (holder !== undefined) return holder;
  }
  return null;
}

export function withKey(own: OwnKeys, { slot, usual }: KeySlot, written: string): OwnKeys {
  const { [slot]: _, ...others } = own;
  return written === usual ? others : { ...others, [slot]: written };
}

/** Swaps the keys of two commands. Returns null if one of them would then have the key of a third command. */
export function swapped(own: OwnKeys, one: KeySlot, holder: KeySlot): OwnKeys | null {
  if (holder.row.fixed === true) return null;
  const next = withKey(withKey(own, one, boundKeyOf(holder, own)), holder, boundKeyOf(one, own));
  const isFree = [one, holder].every((slot) => holderOf(boundKeyOf(slot, next), slot, next) === null);
  return isFree ? next : null;
}

/** Returns only known keys without conflicts. So a later version may remove a command, or give it another key. */
export function knownKeys(kept: OwnKeys): OwnKeys {
  let own: OwnKeys = {};
  for (const slot of keySlots) {
    const written = kept[slot.slot];
    if (written !== undefined && slot.row.fixed !== true) own = withKey(own, slot, written);
  }
  const clashes = keySlots.filter((slot) => holderOf(boundKeyOf(slot, own), slot, own) !== null);
  const lost = new Set(clashes.map(({ slot }) => slot));
  if (lost.size === 0) return own;
  return knownKeys(Object.fromEntries(Object.entries(own).filter(([slot]) => !lost.has(slot))));
}

/**
 * Returns the key to print for a command. Without a command, takes the first command of the tab that has this usual
 * key.
 */
export function printedKey(usual: string, command: string | undefined, tab: DeskView, own: OwnKeys): string {
  const slots = keySlots.filter((one) =>
    command === undefined ? one.row.tabs?.includes(tab) !== false : one.command === command,
  );
  // A button may print the key of its command in a format of its own.
  const slot = slots.find((one) => one.usual === usual) ?? (command === undefined ? undefined : slots[0]);
  return slot === undefined || own[slot.slot] === undefined ? usual : boundKeyOf(slot, own);
}
