/** Stores the strip's place and the selected finding in the address of a case. */
import { z } from 'zod';
import type { ActiveFinding } from '../../../trace/signal/findings.ts';
import { type RecordingPlace, placeKeys } from '../../../trace/time/place.ts';

export type StripAddress = { readonly place: RecordingPlace; readonly active: ActiveFinding };

const text = z.string().max(200).optional().catch(undefined);
const address = z.object({
  kind: z
    .string()
    .regex(/^[a-z0-9_]{1,20}$/)
    .optional()
    .catch(undefined),
  finding: z.coerce.number().int().min(1).max(10_000_000).optional().catch(undefined),
});
const place = z.object(
  Object.fromEntries(placeKeys.map((key) => [key, text])) satisfies Record<string, typeof text>,
);

export function readAddress(search: unknown): StripAddress {
  const read = address.safeParse(search);
  const { kind = null, finding = 0 } = read.success ? read.data : {};
  const placed = place.safeParse(search);
  return {
    place: placed.success ? placed.data : {},
    active: { kind, index: kind === null ? -1 : finding - 1 },
  };
}

/** Parts that are undefined are removed from the address. */
export function writeAddress({ place: at, active }: StripAddress): Record<string, string | undefined> {
  const { kind, index } = active;
  const none = Object.fromEntries(placeKeys.map((key) => [key, undefined]));
  return {
    ...none,
    ...at,
    kind: kind ?? undefined,
    finding: kind !== null && index >= 0 ? String(index + 1) : undefined,
  };
}
