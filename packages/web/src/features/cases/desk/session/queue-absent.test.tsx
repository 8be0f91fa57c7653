// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls, showIn } from '../../../../platform/test-page.tsx';
import { texts as en } from '../../../../platform/texts/en/desk.ts';
import { texts as ja } from '../../../../platform/texts/ja/desk.ts';
import { texts as dialogsEn } from '../../../../platform/texts/en/dialogs.ts';
import { texts as dialogsJa } from '../../../../platform/texts/ja/dialogs.ts';
import { QueueAbsent } from './queue-absent.tsx';

const languages = [
  { language: 'en', words: en, again: dialogsEn['try-again'] },
  { language: 'ja', words: ja, again: dialogsJa['try-again'] },
] as const;

test.each(languages)(
  '$language: the reason why the queue is missing is shown, with another try',
  async (one) => {
    const fault = {
      code: 'server/unavailable',
      detail: 'Try again in a moment.',
      request_id: 'q7',
      fields: {},
    };
    const calls = answerCalls(() => Response.json(fault, { status: 503 }));
    const user = await showIn(one.language, <QueueAbsent detail={{ case_id: 7, recording: 'ready' }} />);
    expect(await screen.findByText(/q7/)).toBeDefined();
    expect(screen.getByRole('complementary', { name: one.words.queue })).toBeDefined();
    const before = calls.length;
    await user.click(screen.getByRole('button', { name: one.again }));
    await waitFor(() => expect(calls).toHaveLength(before + 1));
  },
);

test.each(languages)(
  '$language: a recording without an analysis says so, and requests nothing',
  async (one) => {
    const calls = answerCalls(() => Response.json({}));
    await showIn(one.language, <QueueAbsent detail={{ case_id: 7, recording: 'processing' }} />);
    expect(await screen.findByText(one.words['not-analysed'])).toBeDefined();
    expect(calls).toEqual([]);
  },
);
