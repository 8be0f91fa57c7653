// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { texts as ja } from './ja/sign-in.ts';

const lost = new TypeError('Failed to fetch dynamically imported module: /assets/case-page.js');
let isThere = false;
const tried: string[] = [];
vi.mock('./text-files.ts', () => ({
  files: {
    './en/case-page.ts': () =>
      isThere ? Promise.resolve({ 'saved.failed': 'Not saved' }) : Promise.reject(lost),
    './en/messages.ts': () => Promise.resolve({ 'alert.not-found': 'Not found.' }),
    './en/desk.ts': () => {
      tried.push('desk');
      return isThere ? Promise.resolve({ title: 'Reading desk' }) : Promise.reject(lost);
    },
    './en/shell.ts': () => {
      tried.push('shell');
      return isThere ? Promise.resolve({ skip: 'A text' }) : Promise.reject(lost);
    },
    './ja/messages.ts': () =>
      isThere ? Promise.resolve({ 'alert.not-found': '見つかりません。' }) : Promise.reject(lost),
  },
}));

test('a text whose file was lost fails with the error of the file instead of showing its key', async () => {
  const [{ startTexts }, { default: i18next }] = await Promise.all([import('./texts.ts'), import('i18next')]);
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en']);
  await startTexts();
  await i18next.loadNamespaces(['case-page', 'messages']).catch(() => undefined);
  expect(() => i18next.t('case-page:saved.failed')).toThrow(lost);
  expect(i18next.t('messages:alert.not-found')).toBe('Not found.');
  expect(i18next.t('messages:alert.no-network')).toBe('alert.no-network');
  isThere = true;
  await i18next.reloadResources('en', 'case-page');
  expect(i18next.t('case-page:saved.failed')).toBe('Not saved');
});

test('the user is told that the server cannot be reached if the texts of messages are missing', async () => {
  const { selectLanguage, textOf } = await import('./texts.ts');
  isThere = false;
  await selectLanguage('ja');
  expect(await textOf('alert.not-found')).toBe(ja.unreachable);
  isThere = true;
  expect(await textOf('alert.not-found')).toBe('見つかりません。');
});

test('the texts around every page are fetched again after they could not be fetched ahead', async () => {
  const [{ preloadTexts, selectLanguage }, { default: i18next }] = await Promise.all([
    import('./texts.ts'),
    import('i18next'),
  ]);
  isThere = true;
  await selectLanguage('en');
  isThere = false;
  preloadTexts();
  await vi.waitFor(() => expect(tried).toContain('shell'), { interval: 0 });
  isThere = true;
  await i18next.loadNamespaces('shell');
  expect(i18next.t('shell:skip')).toBe('A text');
});

test('texts that could not be fetched ahead are fetched again when the page needs them', async () => {
  const [{ preloadTextsOf, selectLanguage }, { default: i18next }] = await Promise.all([
    import('./texts.ts'),
    import('i18next'),
  ]);
  isThere = true;
  await selectLanguage('en');
  isThere = false;
  preloadTextsOf(['desk']);
  await vi.waitFor(() => expect(tried).toContain('desk'), { interval: 0 });
  isThere = true;
  await i18next.loadNamespaces('desk');
  expect(i18next.t('desk:title')).toBe('Reading desk');
});
