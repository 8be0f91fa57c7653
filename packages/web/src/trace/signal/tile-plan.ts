/**
 * Lists the tiles that a view needs, in the order in which they should be fetched: what is in view, then where the user
 * is expected to go next, then one screen on each side. If the overview of a shown lead is missing, it comes first: it
 * is one small tile that determines the spacing of the leads and replaces everything that has not arrived.
 *
 * Invariant: apart from the overview, nothing comes before what is in view, and no tile is named twice.
 */
import { bucketSamples, tileCount, tileSpan, topLevel } from '@rhythmdesk/ecg/pyramid/layout';
import { tileName } from '@rhythmdesk/contract/recordings';
import type { TileAddress } from '@rhythmdesk/contract/recordings';
import type { SampleSpan } from '../time/time-scale.ts';

/** A row of signal that a scale draws. */
export type Need = { readonly lead: number; readonly level: number; readonly span: SampleSpan };

export function tilesOver(samples: number, need: Need): TileAddress[] {
  const perTile = bucketSamples(need.level) * tileSpan(need.level);
  const last = Math.min(tileCount(samples, need.level), Math.ceil(need.span.end / perTile));
  const tiles: TileAddress[] = [];
  for (let index = Math.max(0, Math.floor(need.span.start / perTile)); index < last; index += 1) {
    tiles.push({ lead: need.lead, level: need.level, index });
  }
  return tiles;
}

function neighbours(need: Need): Need[] {
  const { start, end } = need.span;
  const screen = end - start;
  const after = { start: end, end: end + screen };
  const before = { start: start - screen, end: start };
  return [after, before].map((span) => ({ ...need, span }));
}

/** Returns the tile of short buckets from the middle of the recording that is used to find a lead's rest line. */
export function restTile(samples: number): { readonly level: number; readonly index: number } {
  return { level: 1, index: Math.floor(tileCount(samples, 1) / 2) };
}

export type TilePlan = {
  readonly tiles: readonly TileAddress[];
  /** How many of the tiles, from the first, are drawn now. */
  readonly drawn: number;
};

/**
 * `needs`: what is drawn now; `next`: where the user is expected to go, which comes before the screens on each side.
 */
export function planTiles(samples: number, needs: readonly Need[], next: readonly Need[] = []): TilePlan {
  const top = topLevel(samples);
  const leads = [...new Set(needs.map(({ lead }) => lead))];
  const overview = leads.map((lead) => ({ lead, level: top, span: { start: 0, end: samples } }));
  const rest = restTile(samples);
  const plan = new Map<string, TileAddress>();
  const add = (tiles: readonly TileAddress[]): void => {
    for (const tile of tiles) {
      const name = tileName(tile);
      if (!plan.has(name)) plan.set(name, tile);
    }
  };
  const addOver = (all: readonly Need[]): void => all.forEach((need) => add(tilesOver(samples, need)));
  add(leads.map((lead) => ({ lead, ...rest })));
  addOver([...overview, ...needs]);
  const drawn = plan.size;
  addOver([...next, ...needs.flatMap(neighbours)]);
  return { tiles: [...plan.values()], drawn };
}
