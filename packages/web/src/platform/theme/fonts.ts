/**
 * Loads the fonts. Latin is loaded with the page. The three CJK families are split into slices by unicode-range: their
 * style sheets only list the slices, and a page fetches the slices that it shows. The style sheet of the page's own
 * language is loaded at once, the others when the browser is idle, because names of patients and hospitals may be in
 * any of them.
 */
import '@fontsource/ibm-plex-sans/400.css';
import '@fontsource/ibm-plex-sans/500.css';
import '@fontsource/ibm-plex-sans/600.css';
import '@fontsource/ibm-plex-mono/400.css';
import './base.css';

type Families = Record<'ja' | 'ko' | 'zh', () => Promise<unknown>>;
const pageFamilies: Families = {
  ja: () => import('./fonts-ja.ts'),
  ko: () => import('./fonts-ko.ts'),
  zh: () => import('./fonts-zh.ts'),
};

/**
 * Loads the font of one language; English needs only the page's own font. If a style sheet fails to load, the system
 * fonts are used: nothing else depends on it.
 */
export async function loadFontOf(language: string, families = pageFamilies): Promise<void> {
  if (language !== 'ja' && language !== 'ko' && language !== 'zh') return;
  await families[language]().catch(() => undefined);
}

/** Loads the remaining CJK families, for names in other languages than the page's. */
export async function loadEveryFont(families = pageFamilies): Promise<void> {
  await Promise.all(Object.keys(families).map((language) => loadFontOf(language, families)));
}
