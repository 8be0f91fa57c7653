// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { act } from 'react';
import { expect, test } from 'vitest';
import { showIn } from '../../../../platform/test-page.tsx';
import { texts as en } from '../../../../platform/texts/en/desk.ts';
import { testDesk } from '../session/test-desk.ts';
import type { TemplateItem } from '../session/use-template-beats.ts';
import { mixedMenuOf } from './mixed-accept.ts';
import { MixedMenu } from './mixed-menu.tsx';

const item: TemplateItem = {
  ...{ of: 'template', key: 'template 3', start_sample: 200, end_sample: 200, state: 'open', certainty: 0.7 },
  group: {
    ...{ template: 3, beats: 24, label: 'V', labelled: 13, certainty: 0.7, first_sample: 1, worst_sample: 2 },
    classes: [
      { label: 'V', beats: 13 },
      { label: 'N', beats: 11 },
    ],
  },
};

test('the menu names the shares and the parts; the focus is on the whole, which changes no class', async () => {
  const desk = testDesk({ current: item });
  const user = await showIn('en', <MixedMenu desk={desk} anchor={document.body} />);
  act(() => mixedMenuOf(desk).set(true));
  const menu = await screen.findByRole('menu', { name: en['mixed.title'].replace('{{name}}', 'T4') });
  expect(menu.textContent).toMatch(/V 54\.2\s?% · N 45\.8\s?%/);
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^All 24 beats, each with its own class/),
    'All 24 beats as V',
    'The 13 V; split off the other 11',
  ]);
  // Which beats those are is not known without a reading.
  expect(screen.getAllByRole('menuitem')[2]?.getAttribute('aria-disabled')).toBe('true');
  await user.keyboard('{Enter}');
  const thing = { of: 'template', template: 3 };
  expect(desk.write).toHaveBeenCalledWith([{ kind: 'judge_thing', thing, verdict: 'accepted' }], true);
  expect(mixedMenuOf(desk).get()).toBe(false);
});
