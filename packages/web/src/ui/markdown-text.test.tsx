// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { atAddress, showIn } from '../platform/test-page.tsx';
import { MarkdownText } from './markdown-text.tsx';

async function shown(text: string): Promise<HTMLElement> {
  await showIn('en', atAddress('/', <MarkdownText text={text} />));
  await expect.poll(() => document.body.textContent).not.toBe('');
  return document.body;
}
/** Returns the tags in the order in which they open, each once. */
const tagsIn = (body: HTMLElement) =>
  [...body.querySelectorAll('*')].map(({ tagName }) => tagName.toLowerCase());

test('headings, bold, lists and links are drawn', async () => {
  const body = await shown('## Head\n\n**bold** [here](https://example.org)\n\n- one\n- two\n\n3. three');
  for (const tag of ['h3', 'strong', 'a', 'ul', 'ol', 'li']) expect(tagsIn(body)).toContain(tag);
  expect(body.querySelector('a')?.getAttribute('href')).toBe('https://example.org');
  expect(body.querySelector('a')?.getAttribute('rel')).toBe('noreferrer');
  expect(body.querySelector('ol')?.getAttribute('start')).toBe('3');
});

test('HTML stays text, a picture its description, a script or a foreign URL no link', async () => {
  const body = await shown(
    '<img src=x onerror=alert(1)> <b>x</b>\n\n![chart](https://example.org/a.png)\n\n' +
      '[a](javascript:alert(1)) [b](//example.org) [c](data:text/html,x) [d](/notice)',
  );
  expect(body.textContent).toContain('<img src=x onerror=alert(1)>');
  expect(body.textContent).toContain('<b>x</b>');
  expect(body.textContent).toContain('chart');
  expect(tagsIn(body).filter((tag) => tag === 'img' || tag === 'b')).toEqual([]);
  expect([...body.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual(['/notice']);
});
