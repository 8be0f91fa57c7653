// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { answerCalls, atAddress, showIn, signedInAs } from '../../platform/test-page.tsx';
import { texts as en } from '../../platform/texts/en/shell.ts';
import { texts as ko } from '../../platform/texts/ko/shell.ts';
import { DrawerMenu } from './drawer-menu.tsx';
import { Rail } from './rail.tsx';

const languages = [
  { language: 'en', words: en },
  { language: 'ko', words: ko },
] as const;

const center = { user_role: { id: 6, role_key: 'CENTER', group_type: 'tech_center', level: 3 } } as const;

/** Returns the style rules that apply to an element while the pointer is over it. */
function hoverRules(element: Element): CSSStyleRule[] {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  return rules.filter(
    (rule): rule is CSSStyleRule =>
      rule instanceof CSSStyleRule &&
      [...element.classList].some((name) => rule.selectorText.includes(`.${name}:hover`)),
  );
}

test.each(languages)(
  '$language: it is 56 wide, 256 under the pointer, and the entry of the path is marked',
  async (one) => {
    signedInAs(center);
    await showIn(one.language, atAddress('/admin/institution/list', <Rail />));
    const rail = await screen.findByRole('navigation', { name: one.words['nav.admin'] });
    expect(getComputedStyle(rail).width).toBe('56px');
    expect(hoverRules(rail).map(({ style }) => style.width)).toEqual(['256px']);
    const links = within(rail).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      [one.words['nav.patches'], '/admin'],
      [one.words['nav.users'], '/admin/user'],
      [one.words['nav.institutions'], '/admin/institution/list'],
    ]);
    expect(links.map((link) => link.getAttribute('aria-current'))).toEqual([null, null, 'page']);
  },
);

test('a user who is no administrator has no rail', async () => {
  signedInAs();
  const page = (
    <>
      <Rail />
      <p>page</p>
    </>
  );
  await showIn('en', atAddress('/institution/list', page));
  await screen.findByText('page');
  expect(screen.queryByRole('navigation')).toBeNull();
});

test.each(languages)(
  '$language: the drawer of a phone holds each entry once and closes when the page changes',
  async (one) => {
    signedInAs(center);
    answerCalls(() => Response.json({}));
    const user = await showIn(one.language, atAddress('/admin', <DrawerMenu />));
    await user.click(await screen.findByRole('button', { name: one.words['nav.menu'] }));
    const menu = await screen.findByRole('navigation', { name: one.words['nav.main'] });
    const names = within(menu)
      .getAllByRole('link')
      .map(({ textContent }) => textContent);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    await user.click(within(menu).getByRole('link', { name: one.words['nav.users'] }));
    await waitFor(() => expect(screen.queryByRole('navigation', { name: one.words['nav.main'] })).toBeNull());
  },
);

/** A page with the drawer, its address, and another way to the first page. */
function Phone() {
  const navigate = useNavigate();
  return (
    <>
      <DrawerMenu />
      <output>{useLocation().pathname}</output>
      <button type="button" onClick={() => void navigate({ to: '/admin' })}>
        back
      </button>
    </>
  );
}

test('the drawer stays closed when the user goes back, and closes on the entry of its own page', async () => {
  signedInAs(center);
  answerCalls(() => Response.json({}));
  const user = await showIn('en', atAddress('/admin', <Phone />));
  const drawer = (): HTMLElement | null => screen.queryByRole('navigation', { name: en['nav.main'] });
  const choose = async (entry: string): Promise<void> => {
    await user.click(await screen.findByRole('button', { name: en['nav.menu'] }));
    await user.click(await screen.findByRole('link', { name: entry }));
    await waitFor(() => expect(drawer()).toBeNull());
  };
  await choose(en['nav.users']);
  await user.click(screen.getByRole('button', { name: 'back' }));
  await waitFor(() => expect(document.querySelector('output')?.textContent).toBe('/admin'));
  expect(drawer()).toBeNull();
  await choose(en['nav.patches']);
  expect(document.querySelector('output')?.textContent).toBe('/admin');
});
