/**
 * Locates the fonts of the PDFs: two weights of three families. Their packages contain nine weights each and are only
 * needed for the build; `npm run build` copies the six used files into `packages/server/dist/fonts`.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

export const fontWeights = ['400Regular', '700Bold'] as const;
type FontWeight = (typeof fontWeights)[number];

export const fontFamilies = {
  ja: { name: 'Noto Sans JP', package: 'noto-sans-jp', file: 'NotoSansJP' },
  ko: { name: 'Noto Sans KR', package: 'noto-sans-kr', file: 'NotoSansKR' },
  zh: { name: 'Noto Sans SC', package: 'noto-sans-sc', file: 'NotoSansSC' },
} as const;
export type FontFamily = (typeof fontFamilies)[keyof typeof fontFamilies];

export const builtFonts = path.join(import.meta.dirname, '../../../dist/fonts');
const { resolve } = createRequire(import.meta.url);

export const fontName = ({ file }: FontFamily, weight: FontWeight): string => `${file}_${weight}.ttf`;

/** Returns the file in its package; throws if the package is not installed. */
export const packagedFont = (family: FontFamily, weight: FontWeight): string =>
  resolve(`@expo-google-fonts/${family.package}/${weight}/${fontName(family, weight)}`);

/** Returns the font file on this machine: from the build, else from its package. */
export function fontFile(family: FontFamily, weight: FontWeight): string {
  const built = path.join(builtFonts, fontName(family, weight));
  return existsSync(built) ? built : packagedFont(family, weight);
}
