/**
 * Runs in the thread of `typeset`. Its compiler is kept between documents. It reads the font files themselves, each
 * when a text first needs it.
 *
 * The data is fitted to the fonts before it is set (fit-fonts.ts). What Typst reports after that is a rare fault of
 * shaping: it names one character and stops, and that character is replaced.
 */
import { languages, type Language } from '@rhythmdesk/domain/kit/languages';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { z } from 'zod';
import { serveOrders } from '../threads/serve-orders.ts';
import { fitFonts, mapStrings } from './fit-fonts.ts';
import { allFamilies, fontFamilies, fontFile, fontWeights, type FontFamily } from './font-files.ts';
import { missingMark } from './printable-text.ts';

/** Returns the names of the font families for Typst, with the reader's language first. */
function familyNames(language: Language): string {
  const own: FontFamily = language === 'en' ? fontFamilies.ja : fontFamilies[language];
  return [own, ...allFamilies.filter((one) => one !== own)].map(({ name }) => `"${name}"`).join(', ');
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

let kept: NodeCompiler | undefined;

function openCompiler(): NodeCompiler {
  if (kept !== undefined) return kept;
  const fontPaths = allFamilies.flatMap((family) => fontWeights.map((weight) => fontFile(family, weight)));
  kept = NodeCompiler.create({ workspace: '/document', fontArgs: [{ fontPaths }] });
  return kept;
}

type Source = { readonly head: string; readonly template: string; readonly data: string };

function attempt({ head, template, data }: Source): Made {
  const compiler = openCompiler();
  compiler.mapShadow('/document/data.json', Buffer.from(data));
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
  const names = familyNames(language);
  const fitted = fitFonts(data, names);
  const head = `#set text(font: (${names}), fallback: false, lang: "${language}")\n${fitted.rules}`;
  let text = fitted.data;
  for (let tries = 0; tries < mostNamed; tries += 1) {
    const made = attempt({ head, template, data: text });
    if (!('missing' in made)) return made;
    const { missing } = made;
    text = mapStrings(text, (string) => string.replaceAll(missing, missingMark));
  }
  return { fault: 'too many signs without a shape' };
}

serveOrders(make);
