// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls, showIn } from '../../../platform/test-page.tsx';
import { texts as en } from '../../../platform/texts/en/dialogs.ts';
import { texts as ja } from '../../../platform/texts/ja/dialogs.ts';
import { WaitingUsers } from './waiting-users.tsx';

const user = {
  id: 5,
  user_id: 'newcomer',
  name: '斎藤 蓮',
  email: 'newcomer@desk.example',
  phone_number: '',
  department: '',
  role_key: 'DOCTOR',
  user_group: { id: 9, name: 'みなと総合病院', type: 'hospital' },
  created_at: '2026-11-20T01:00:00.000Z',
};

test.each([
  { language: 'en', words: en },
  { language: 'ja', words: ja },
] as const)('$language: more users wait than are listed, and the page says so', async (one) => {
  answerCalls(() => Response.json({ items: [user], total: 240 }));
  await showIn(one.language, <WaitingUsers />);
  const said = one.words.part.replace('{{shown}}', '1').replace('{{total}}', '240');
  expect(await screen.findByText(said)).toBeDefined();
});
