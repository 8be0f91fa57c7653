/** Writes the readable index of the copy of a patient's data: a page without scripts, in the language of the request. */
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { isoTime } from '../../platform/local-time.ts';
import { escapeHtml } from '../../platform/texts/escape-html.ts';
import { indexWords } from './index-words.ts';

export type IndexedCase = {
  readonly hn_id: string;
  readonly from: string;
  readonly files: readonly { readonly path: string; readonly what: 'facts' | 'recording' | 'file' }[];
};

type Index = {
  readonly language: Language;
  readonly hospital: string;
  readonly patient: string;
  readonly patient_id: string;
  readonly made_at: Date;
  readonly time_zone: string;
  readonly cases: readonly IndexedCase[];
};

const link = (path: string, word: string): string =>
  `<li><a href="${escapeHtml(path.split('/').map(encodeURIComponent).join('/'))}">${escapeHtml(word)}</a></li>`;

/** Returns the local time with its zone, `2026-11-20 08:30 (Asia/Seoul)`. */
const momentOf = (at: Date, time_zone: string): string =>
  `${isoTime(at, time_zone).slice(0, 16).replace('T', ' ')} (${time_zone})`;

export function indexPage(index: Index): string {
  const { language, hospital, patient, patient_id, cases } = index;
  const words = indexWords[language];
  const sections = cases.map(({ hn_id, from, files }) => {
    const links = files.map(({ path, what }) => {
      const name = path.split('/').at(-1) ?? path;
      return link(path, what === 'file' ? name : `${words[what]} (${name})`);
    });
    return `<h2>${escapeHtml(hn_id)}, ${escapeHtml(from)}</h2><ul>${links.join('')}</ul>`;
  });
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(words.title)}</title>
<style>body{font:16px/1.5 sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}</style></head><body>
<h1>${escapeHtml(words.title)}</h1>
<p>${escapeHtml(patient)} (${escapeHtml(patient_id)}), ${escapeHtml(hospital)}, ${momentOf(index.made_at, index.time_zone)}</p>
<p>${escapeHtml(words.lead)}</p>
${sections.join('\n')}
<h2>${escapeHtml(words.accesses)}</h2><ul>${link('accesses.csv', words.accesses)}</ul>
<p>${escapeHtml(words.elsewhere)}</p>
</body></html>
`;
}
