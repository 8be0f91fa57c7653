/**
 * Runs in the thread of `typeset`. Its compilers are kept between documents, because reading the fonts takes longer
 * than a page.
 *
 * Typst reports one character without a glyph and stops, so a document with a thousand of them would be compiled a
 * thousand times. After the first report, the fonts are searched for all missing characters at once. Then graphemes
 * that no font contains completely (a letter in one, its accent in another) are replaced. What Typst reports after that
 * is a rare fault of shaping and is replaced one by one.
 */
import { readFileSync } from 'node:fs';
import { languages, type Language } from '@rhythmdesk/domain/kit/languages';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { z } from 'zod';
import { serveOrders } from '../threads/serve-orders.ts';
import { coverageOf, type Coverage } from './font-coverage.ts';
import { fontFamilies, fontFile, fontWeights, type FontFamily } from './font-files.ts';

/** The printer's mark for a character that the product's fonts cannot show. */
const missingMark = '〓';

/** Spaces and characters that only affect their neighbours have no glyph and need none. */
const needsNoShape = /[\n\r\t\p{Zs}\p{Default_Ignorable_Code_Point}]/u;

/** Applies `change` to every string value of a JSON document; field names stay unchanged. */
const mapStrings = (json: string, change: (text: string) => string): string =>
  JSON.stringify(
    JSON.parse(json, (_name, value: unknown) => (typeof value === 'string' ? change(value) : value)),
  );

/** Returns whether any of the fonts has a glyph for the character. */
const isShown = (sign: string, fonts: readonly Coverage[]): boolean =>
  needsNoShape.test(sign) || fonts.some((font) => font.has(sign.codePointAt(0) ?? 0));

/** Replaces each character that none of the fonts has. */
const withShapes = (text: string, fonts: readonly Coverage[]): string =>
  Array.from(text, (sign) => (isShown(sign, fonts) ? sign : missingMark)).join('');

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Replaces each grapheme (such as a letter with its accents) that no single font contains completely. */
const withWholeShapes = (text: string, fonts: readonly Coverage[]): string =>
  Array.from(graphemes.segment(text), ({ segment }) =>
    fonts.some((font) => Array.from(segment).every((sign) => isShown(sign, [font]))) ? segment : missingMark,
  ).join('');

/** Returns the font families, with the reader's language first; each of them has the Latin letters. */
function familiesFor(language: Language): FontFamily[] {
  const own = language === 'en' ? fontFamilies.ja : fontFamilies[language];
  return [own, ...Object.values(fontFamilies).filter((one) => one !== own)];
}

const shape = z.object({ template: z.string(), data: z.string(), language: z.enum(languages) });

type Outcome = { pdf: Uint8Array } | { fault: string };
type Made = Outcome | { missing: string };

/** Extracts the character from Typst's message, written as a Rust string: itself, or `\u{…}` if it is invisible. */
function missingIn(fault: string): string | null {
  const quoted = /the text `\\?"(.+?)\\?"` could not be displayed/u.exec(fault)?.[1];
  if (quoted === undefined) return null;
  return quoted.replaceAll(/\\{1,2}u\{([0-9a-f]+)\}/gi, (_all, hex: string) =>
    String.fromCodePoint(Number.parseInt(hex, 16)),
  );
}

type Typesetter = { readonly compiler: NodeCompiler; readonly coverage: () => readonly Coverage[] };
const typesetters = new Map<Language, Typesetter>();

function typesetterFor(language: Language): Typesetter {
  const kept = typesetters.get(language);
  if (kept !== undefined) return kept;
  const fontBlobs = familiesFor(language).flatMap((family) =>
    fontWeights.map((weight) => readFileSync(fontFile(family, weight))),
  );
  const compiler = NodeCompiler.create({ workspace: '/document', fontArgs: [{ fontBlobs }] });
  // A character that only one weight has would be missing in the other.
  const coverage = (): Coverage[] =>
    familiesFor(language).map((family) => {
      const weights = fontWeights.map((weight) => coverageOf(readFileSync(fontFile(family, weight))));
      return { has: (codePoint) => weights.every((weight) => weight.has(codePoint)) };
    });
  const made = { compiler, coverage };
  typesetters.set(language, made);
  return made;
}

function attempt(compiler: NodeCompiler, template: string, data: string, language: Language): Made {
  compiler.mapShadow('/document/data.json', Buffer.from(data));
  const names = familiesFor(language)
    .map(({ name }) => `"${name}"`)
    .join(', ');
  const head = `#set text(font: (${names}), fallback: false, lang: "${language}")\n`;
  const made = compiler.compile({ mainFileContent: head + template });
  // Removes what earlier documents left in the compiler's memory after two more documents.
  compiler.evictCache(2);
  const document = made.result;
  if (document === null) {
    const fault = made.takeError();
    return { fault: JSON.stringify(fault === null ? 'no document' : compiler.fetchDiagnostics(fault)) };
  }
  try {
    return { pdf: compiler.pdf(document, { pdfStandard: 'a-2a' }) };
  } catch (fault) {
    const words = fault instanceof Error ? fault.message : String(fault);
    const missing = missingIn(words);
    return missing === null ? { fault: words } : { missing };
  }
}

/** The maximum number of characters replaced one by one before a document fails. */
const mostNamed = 40;

function make(work: unknown): Outcome {
  const { template, data, language } = shape.parse(work);
  const { compiler, coverage } = typesetterFor(language);
  const made = attempt(compiler, template, data, language);
  if (!('missing' in made)) return made;
  const fonts = coverage();
  let text = mapStrings(data, (string) => withShapes(string, fonts));
  for (let tries = 0; tries < mostNamed; tries += 1) {
    const again = attempt(compiler, template, text, language);
    if (!('missing' in again)) return again;
    const { missing } = again;
    text = mapStrings(text, (string) =>
      tries === 0 ? withWholeShapes(string, fonts) : string.replaceAll(missing, missingMark),
    );
  }
  return { fault: 'too many signs without a shape' };
}

serveOrders(make);
