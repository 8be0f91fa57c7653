// @vitest-environment happy-dom
import i18next from 'i18next';
import { expect, test } from 'vitest';
import { languages } from '@rhythmdesk/domain/kit/languages';
import { textsStarted } from '../test-page.tsx';
import { selectLanguage } from './texts.ts';

test('counts in texts have separators between thousands, in each language, and other values are unchanged', async () => {
  await textsStarted();
  for (const language of languages) {
    await selectLanguage(language);
    await i18next.loadNamespaces(['imports', 'legal']);
    expect(i18next.t('imports:faulty', { count: 12_345, total: 20_000 })).toMatch(
      /12,345.*20000|20000.*12,345/s,
    );
    expect(i18next.t('imports:faulty', { count: 1, total: '20,000' })).toMatch(/1.*20,000|20,000.*1/s);
  }
});
