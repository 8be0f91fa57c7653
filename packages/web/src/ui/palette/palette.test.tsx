// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { showIn } from '../../platform/test-page.tsx';
import { texts as en } from '../../platform/texts/en/dialogs.ts';
import { texts as ja } from '../../platform/texts/ja/dialogs.ts';
import { texts as says } from '../../platform/texts/en/dialogs.ts';
import { addPaletteSource, matching, type PaletteItem } from './palette-sources.ts';
import { Palette } from './palette.tsx';

const languages = [
  { language: 'en', words: en },
  { language: 'ja', words: ja },
] as const;

/** Makes two sources: one answers at once, the other when the test lets it. */
function sources() {
  const taken: string[] = [];
  const item = (title: string): PaletteItem => ({ id: title, title, run: () => void taken.push(title) });
  const held: (() => void)[] = [];
  const queries: string[] = [];
  const leave = [
    addPaletteSource({
      id: 'acts',
      kind: 'acts',
      title: 'Acts',
      search: (query) => matching([item('Log out'), item('Theme')], query),
    }),
    addPaletteSource({
      id: 'cases',
      kind: 'records',
      title: 'Cases',
      search: (query) =>
        query === ''
          ? []
          : new Promise((resolve) => {
              queries.push(query);
              held.push(() => resolve([item(`Case ${query}`)]));
            }),
    }),
  ];
  onTestFinished(() => leave.forEach((away) => away()));
  return { taken, queries, answer: () => held.splice(0).forEach((let_) => let_()) };
}

test.each(languages)('$language: late results get their position and do not move the cursor', async (one) => {
  const { taken, answer } = sources();
  const user = await showIn(one.language, <Palette onClose={() => undefined} />);
  const field = await screen.findByRole('combobox', { name: one.words['palette.title'] });
  await user.type(field, 'o');
  const log = await screen.findByRole('option', { name: /^Log out/, selected: true });
  await waitFor(() => expect(screen.queryByRole('option', { name: /^Theme/ })).toBeNull());
  answer();
  const found = await screen.findByRole('option', { name: /^Case o/ });
  expect(found.getAttribute('aria-selected')).toBe('false');
  expect(log.compareDocumentPosition(found)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
  await user.keyboard('{ArrowUp}');
  expect(screen.getByRole('option', { selected: true })).toBe(found);
  await user.keyboard('{Enter}');
  expect(taken).toEqual(['Case o']);
});

test('Enter after quick typing uses the typed text, never a former result', async () => {
  const { taken } = sources();
  const user = await showIn('en', <Palette onClose={() => undefined} />);
  const field = await screen.findByRole('combobox');
  await screen.findByRole('option', { name: /^Log out/, selected: true });
  await user.type(field, 'theme{Enter}');
  await waitFor(() => expect(taken).toEqual(['Theme']));
});

test('whatever was requested before, the text in the field is requested last and shown', async () => {
  const { queries, answer } = sources();
  const user = await showIn('en', <Palette onClose={() => undefined} />);
  const field = await screen.findByRole('combobox');
  await user.click(field);
  await user.paste('HN');
  await user.paste('26');
  await waitFor(() => expect(queries.at(-1)).toBe('HN26'));
  answer();
  expect(await screen.findByRole('option', { name: /^Case HN26/, selected: true })).toBeDefined();
});

test('a source that found more than it lists says so, another does not', async () => {
  const item = (title: string): PaletteItem => ({ id: title, title, run: () => undefined });
  const items = [item('Tanaka 1'), item('Tanaka 2')];
  const leave = [
    addPaletteSource({ id: 'cases', kind: 'records', title: 'Cases', search: () => ({ items, more: true }) }),
    addPaletteSource({ id: 'acts', kind: 'acts', title: 'Acts', search: () => [item('Tanaka acts')] }),
  ];
  onTestFinished(() => leave.forEach((away) => away()));
  const user = await showIn('en', <Palette onClose={() => undefined} />);
  await user.type(await screen.findByRole('combobox', { name: en['palette.title'] }), 'Tanaka');
  expect(await screen.findAllByRole('option')).toHaveLength(3);
  expect(screen.getAllByText(says['part.narrow'].replace('{{shown}}', '2'))).toHaveLength(1);
});

test('a source that searched a part says so, also without a result', async () => {
  const note = 'Only the last 62 days were searched.';
  const search = (query: string) => ({
    items: query === 'ta' ? [{ id: 'one', title: 'Tanaka', run: () => undefined }] : [],
    more: false,
    note,
  });
  onTestFinished(addPaletteSource({ id: 'cases', kind: 'records', title: 'Cases', search }));
  const user = await showIn('en', <Palette onClose={() => undefined} />);
  await user.type(await screen.findByRole('combobox', { name: en['palette.title'] }), 'ta');
  await screen.findByRole('option');
  expect(screen.getByText(note)).toBeDefined();
  await user.type(screen.getByRole('combobox'), 'x');
  expect((await screen.findByRole('status')).textContent).toContain(`Cases: ${note}`);
});
