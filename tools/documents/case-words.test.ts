/**
 * Checks that spreadsheets and the page use the same words for a case's status, severity, priority and sex; both
 * packages contain them.
 */
import { languages } from '@rhythmdesk/domain/kit/languages';
import { caseWords } from '@rhythmdesk/server/records/cases/case-words';
import { expect, test } from 'vitest';

async function shownOf(language: string): Promise<ReadonlyMap<string, unknown>> {
  const texts = await Promise.all(
    ['words', 'case-form'].map(
      (name): Promise<{ texts: object }> =>
        import(`../../packages/web/src/platform/texts/${language}/${name}.ts`),
    ),
  );
  return new Map(texts.flatMap((each) => Object.entries(each.texts)));
}

test.each(languages)('%s: the sheet has the page’s text', async (language) => {
  const shown = await shownOf(language);
  const written = Object.entries(caseWords[language]).flatMap(([kind, words]) =>
    Object.entries(words).map(([code, word]) => [`${kind}.${code}`, word]),
  );
  expect(written.length).toBeGreaterThan(15);
  expect(written).toEqual(written.map(([key = '']) => [key, shown.get(key)]));
});
