/**
 * Locates the fonts of the PDFs: two weights of each family. Their packages contain more weights and are only needed for
 * the build; `npm run build` copies the used files into `packages/server/dist/fonts`.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

export const fontWeights = ['400Regular', '700Bold'] as const;
type FontWeight = (typeof fontWeights)[number];

export type FontFamily = {
  readonly name: string;
  readonly package: string;
  readonly file: string;
  /** Further arguments of Typst's `text` for words in this family. */
  readonly settings?: string;
};

/** The families of the product's languages; each has the Latin letters of Western Europe. */
export const fontFamilies = {
  ja: { name: 'Noto Sans JP', package: 'noto-sans-jp', file: 'NotoSansJP' },
  ko: { name: 'Noto Sans KR', package: 'noto-sans-kr', file: 'NotoSansKR' },
  zh: { name: 'Noto Sans SC', package: 'noto-sans-sc', file: 'NotoSansSC' },
} as const satisfies Record<string, FontFamily>;

/**
 * The families of names from elsewhere, in the order in which they are tried. IBM Plex comes before Noto for Arabic,
 * because Noto draws the dots of a letter as glyphs of their own, and several PDF readers then find no name.
 */
export const furtherFamilies: readonly FontFamily[] = [
  // Without `ccmp`, a letter with an accent is one glyph, which every PDF reader finds as one letter.
  { name: 'Noto Sans', package: 'noto-sans', file: 'NotoSans', settings: 'features: (ccmp: 0)' },
  {
    name: 'IBM Plex Sans Arabic',
    package: 'ibm-plex-sans-arabic',
    file: 'IBMPlexSansArabic',
    settings: 'ligatures: false',
  },
  { name: 'Noto Sans Arabic', package: 'noto-sans-arabic', file: 'NotoSansArabic' },
  { name: 'Noto Sans Hebrew', package: 'noto-sans-hebrew', file: 'NotoSansHebrew' },
  { name: 'Noto Sans Thai', package: 'noto-sans-thai', file: 'NotoSansThai' },
  { name: 'Noto Sans Devanagari', package: 'noto-sans-devanagari', file: 'NotoSansDevanagari' },
  { name: 'Noto Sans Armenian', package: 'noto-sans-armenian', file: 'NotoSansArmenian' },
  { name: 'Noto Sans Bengali', package: 'noto-sans-bengali', file: 'NotoSansBengali' },
  { name: 'Noto Sans Georgian', package: 'noto-sans-georgian', file: 'NotoSansGeorgian' },
  { name: 'Noto Sans Khmer', package: 'noto-sans-khmer', file: 'NotoSansKhmer' },
  { name: 'Noto Sans Lao', package: 'noto-sans-lao', file: 'NotoSansLao' },
  { name: 'Noto Sans Myanmar', package: 'noto-sans-myanmar', file: 'NotoSansMyanmar' },
  { name: 'Noto Sans Sinhala', package: 'noto-sans-sinhala', file: 'NotoSansSinhala' },
  { name: 'Noto Sans Tamil', package: 'noto-sans-tamil', file: 'NotoSansTamil' },
  { name: 'Noto Sans HK', package: 'noto-sans-hk', file: 'NotoSansHK' },
];

export const allFamilies: readonly FontFamily[] = [...Object.values(fontFamilies), ...furtherFamilies];

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
