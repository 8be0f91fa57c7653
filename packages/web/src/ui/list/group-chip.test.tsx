// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerCalls, showIn } from '../../platform/test-page.tsx';
import { GroupChip } from './group-chip.tsx';

test('what is chosen is named on the chip, several by their number', async () => {
  answerCalls(() => Response.json({ id: 907, name: 'Zenith Heart Centre' }));
  await showIn('en', <GroupChip name="Hospital" chosen={[907, 908, 909]} onChange={vi.fn()} />);
  expect(await screen.findByText('3 institutions')).toBeDefined();
});
