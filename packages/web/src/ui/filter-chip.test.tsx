// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { showIn } from '../platform/test-page.tsx';
import { FilterChip } from './filter-chip.tsx';

function Status() {
  const [isSet, setIsSet] = useState(true);
  return (
    <FilterChip
      name="Status"
      value={isSet ? 'Ready' : 'Any'}
      onOpen={() => undefined}
      {...(isSet ? { onRemove: () => setIsSet(false) } : {})}
    />
  );
}

test('after a filter is removed the focus is on its chip, not lost with the cross', async () => {
  const user = await showIn('en', <Status />);
  await screen.findByText('Ready');
  await user.tab();
  await user.tab();
  expect(document.activeElement?.getAttribute('aria-label')).toContain('Status');
  await user.keyboard('{Enter}');
  await screen.findByText('Any');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Status Any' }));
});
