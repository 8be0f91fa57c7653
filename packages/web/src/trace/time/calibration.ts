/**
 * Stores how many device pixels a millimetre has on this screen, as measured with a bank card.
 *
 * No browser reports the physical size of a screen, so the user fits a frame to a card of ISO/IEC 7810 ID-1, 85.60 mm
 * wide. The value is stored in device pixels, which the page's zoom does not change, and per screen, so that a second
 * monitor has its own value.
 */
export const cardWidthMm = 85.6;
export const cardHeightMm = 53.98;

const storageKey = 'trace-calibration';

export type ScreenSize = { readonly width: number; readonly height: number; readonly colorDepth: number };

function screenName(screen: ScreenSize): string {
  return `${screen.width}x${screen.height}x${screen.colorDepth}`;
}

/** Less than 2 or more than 40 device pixels per millimetre is not a plausible screen. */
export function plausibleCalibration(devicePxPerMm: number): boolean {
  return Number.isFinite(devicePxPerMm) && devicePxPerMm >= 2 && devicePxPerMm <= 40;
}

type Keeper = Pick<Storage, 'getItem' | 'setItem'>;

function readAll(keeper: Keeper): Map<string, number> {
  try {
    const parsed: unknown = JSON.parse(keeper.getItem(storageKey) ?? '{}');
    if (typeof parsed !== 'object' || parsed === null) return new Map();
    const entries = Object.entries(parsed).flatMap(([name, value]: [string, unknown]) =>
      typeof value === 'number' && plausibleCalibration(value) ? [[name, value] as const] : [],
    );
    return new Map(entries);
  } catch {
    return new Map();
  }
}

export function readCalibration(keeper: Keeper, screen: ScreenSize): number | null {
  return readAll(keeper).get(screenName(screen)) ?? null;
}

export function keepCalibration(keeper: Keeper, screen: ScreenSize, devicePxPerMm: number | null): void {
  const all = readAll(keeper);
  if (devicePxPerMm === null) all.delete(screenName(screen));
  else all.set(screenName(screen), devicePxPerMm);
  try {
    keeper.setItem(storageKey, JSON.stringify(Object.fromEntries(all)));
  } catch {
    // The browser has no storage: the calibration is kept until the user leaves the page.
  }
}
