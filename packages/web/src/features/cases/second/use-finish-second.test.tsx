// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls, atAddress, showIn } from '../../../platform/test-page.tsx';
import { texts as en } from '../../../platform/texts/en/second.ts';
import { DialogHost } from '../../../ui/dialogs/dialog-host.tsx';
import { testReading } from '../reading/test-reading.ts';
import { ReadingContext } from '../reading/reading-context.tsx';
import { useFinishSecond } from './use-finish-second.ts';

function Finishing({ open }: { readonly open: number }) {
  const { finish } = useFinishSecond({ second_id: 4, hn_id: 'HN26K00007' }, open);
  return (
    <button type="button" onClick={finish}>
      go
    </button>
  );
}

async function asked(open: number) {
  answerCalls(() => Response.json({}));
  const page = (
    <ReadingContext value={testReading({})}>
      <Finishing open={open} />
      <DialogHost />
    </ReadingContext>
  );
  const user = await showIn('en', atAddress('/second/4/read', page));
  await user.click(await screen.findByRole('button', { name: 'go' }));
  return screen.findByRole('alertdialog');
}

test('the question says how many findings nobody judged, and its safe answer has the focus', async () => {
  const question = await asked(19);
  expect(question.textContent).toContain('19 findings are not judged yet.');
  expect(question.textContent).toContain(en['finish.message']);
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Cancel/));
});

test('with all judged, the next key finishes', async () => {
  expect((await asked(0)).textContent).not.toContain('not judged');
  await waitFor(() => expect(document.activeElement?.textContent).toBe(en['desk.finish']));
});
