// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { showIn } from '../platform/test-page.tsx';
import { PillTabs } from './pill-tabs.tsx';

test('arrow keys reach every tab and bring it into view', async () => {
  const tabs = (['all', 'mine', 'late'] as const).map((value) => ({ value, label: value }));
  const user = await showIn('en', <PillTabs label="views" tabs={tabs} value="all" onChange={vi.fn()} />);
  const seen = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined);
  (await screen.findByRole('tab', { name: 'all' })).focus();
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(document.activeElement?.textContent).toBe('late');
  expect(seen.mock.contexts).toContain(document.activeElement);
  seen.mockRestore();
});
