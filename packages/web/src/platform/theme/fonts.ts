/**
 * The fonts. Latin is loaded with the page; the three CJK families are cut into slices by unicode-range, so
 * their style sheets only say where the slices are, and a page fetches the slices that it shows. The style
 * sheet of the page's own language comes at once, the others when the browser is idle: names of patients and
 * hospitals may be in any of them.
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
 * The font of one language; English needs no more than the page itself has. A style sheet that does not come leaves the
 * fonts of the system: nothing else depends on it.
 */
export async function loadFontOf(language: string, families = pageFamilies): Promise<void> {
  if (language !== 'ja' && language !== 'ko' && language !== 'zh') return;
  await families[language]().catch(() => undefined);
}

/** The remaining CJK families, for names in other languages than the page's. */
export async function loadEveryFont(families = pageFamilies): Promise<void> {
  await Promise.all(Object.keys(families).map((language) => loadFontOf(language, families)));
}
