// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls, showIn } from '../../platform/test-page.tsx';
import { texts } from '../../platform/texts/en/audit.ts';
import { AccessesDialog } from './accesses-dialog.tsx';

test('the field of the hospital shows its label', async () => {
  answerCalls(() => Response.json({ items: [], total: 0, page: 1, size: 50 }));
  await showIn('en', <AccessesDialog today="2026-11-20" onClose={() => undefined} />);
  const label = texts['accesses.hospital'];
  const field = await screen.findByRole('combobox', { name: label });
  expect(screen.getByText(label, { selector: 'label' }).getAttribute('for')).toBe(field.id);
});
