/** Finds mistakes in the marks and particles of one text. The functions are pure, so that the check itself can be tested. */
const han = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}々ー]';
/** The end of a placeholder, `{name}` or `{{name}}`: the ending of its value is unknown. */
const filled = '\\}';

const koreanFaults = {
  'a particle that does not fit every value': new RegExp(
    `${filled}[”’]?(?:은|는|이|가|을|를|과|와|로|으로|이나|나|라|이라)(?![\\p{Script=Hangul}(])`,
    'u',
  ),
  'full-width punctuation': /[，。：；！？（）、「」]/u,
} as const;
const hanFaults = {
  'half-width punctuation': new RegExp(
    `(?:${han}|[）」”])[,:;!?](?!/)|(?:${han}|${filled})[,:;!?]\\s?${han}|${han}\\.(?=\\s|$)`,
    'u',
  ),
  'half-width brackets': new RegExp(`${han}\\s?[()]|[()]${han}`, 'u'),
} as const;
const kanaFaults = { 'foreign quotation marks': /[“”‘’]/u } as const;

/** Returns the names of the mistakes in the marks and particles of a text; its language shows in its script. */
export function markFaultsOf(text: string): string[] {
  const isKorean = /\p{Script=Hangul}/u.test(text);
  const hasKana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);
  const rules = {
    // Three dots before a name belong to code.
    'three dots': /\.\.\.(?!\w)/,
    ...(isKorean && koreanFaults),
    ...(!isKorean && new RegExp(han, 'u').test(text) && hanFaults),
    ...(!isKorean && hasKana && kanaFaults),
  };
  return Object.entries(rules).flatMap(([name, form]) => (form.test(text) ? [name] : []));
}

/** Returns the texts in single or double quotes of a source, each with its line. Comments are left out. */
export function quotedTextsOf(source: string): { readonly line: number; readonly text: string }[] {
  return source.split('\n').flatMap((content, at) => {
    if (/^\s*(?:\*|\/\*|\/\/|import )/.test(content)) return [];
    const found = content.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g);
    return [...found].map(([, single, double]) => ({ line: at + 1, text: single ?? double ?? '' }));
  });
}
