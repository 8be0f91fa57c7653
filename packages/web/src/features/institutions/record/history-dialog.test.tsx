// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls, showIn } from '../../../platform/test-page.tsx';
import { HistoryDialog } from './history-dialog.tsx';

const row = {
  ...{ history_id: 1, version: 2, action: 'change', field: 'tax_rate_bp', before: 810, after: 1000 },
  ...{ user: null, role_key: null, created_at: '2026-11-01T00:00:00.000Z' },
};

test.each(['en', 'ja', 'ko', 'zh'] as const)('%s: a changed tax rate is a percentage', async (language) => {
  answerCalls(() => Response.json({ items: [row], total: 1, page: 1, size: 25 }));
  const record = { id: 3, name: 'Lakeside Hospital', type: 'hospital' } as const;
  await showIn(language, <HistoryDialog record={record} onClose={() => undefined} />);
  expect(await screen.findByText(/^8\.1\s%$/)).toBeDefined();
  expect(screen.getByText(/^10\s%$/)).toBeDefined();
});
