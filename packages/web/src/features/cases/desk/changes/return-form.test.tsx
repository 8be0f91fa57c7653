// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls, showIn } from '../../../../platform/test-page.tsx';
import { texts as en } from '../../../../platform/texts/en/actions.ts';
import { texts as messages } from '../../../../platform/texts/en/messages.ts';
import { texts as zh } from '../../../../platform/texts/zh/actions.ts';
import { texts as desk } from '../../../../platform/texts/en/desk.ts';
import { testDesk } from '../session/test-desk.ts';
import { ReturnForm } from './return-form.tsx';
import { returnFieldOf, returnWishOf } from './return-wish.ts';

const detail = { case_id: 7, technician: { id: 3, name: 'Mori Kaede' } };

function server() {
  answerCalls(({ path }) =>
    path.includes('draft') ? Response.json({ items: [], ok: true }) : Response.json({ items: [] }),
  );
}

test.each([
  ['en', en],
  ['zh', zh],
] as const)('%s: the comment is required, and the return is asked for with it', async (language, texts) => {
  server();
  const own = testDesk();
  const user = await showIn(language, <ReturnForm desk={own} detail={detail} />);
  await user.click(await screen.findByRole('button', { name: new RegExp(texts['name.return']) }));
  expect(returnWishOf(own).get()).toBeNull();
  const field = screen.getByRole('textbox', { name: new RegExp(texts.comment) });
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(field);
  await user.type(field, 'Please add the strip.{Control>}{Enter}{/Control}');
  expect(returnWishOf(own).get()).toBe('Please add the strip.');
});

test('the form names the technician and takes the focus of the action’s key', async () => {
  server();
  const own = testDesk();
  await showIn('en', <ReturnForm desk={own} detail={detail} />);
  await screen.findByText(desk['return.to'].replace('{{name}}', 'Mori Kaede'));
  expect(screen.queryByText(messages['alert.required'])).toBeNull();
  expect(returnFieldOf(own).get()()).toBe(true);
  expect(document.activeElement).toBe(screen.getByRole('textbox'));
});
