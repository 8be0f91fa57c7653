/** Provides a desk for tests of its parts, on a recording without signal. */
import { usualCriticalSettings } from '@rhythmdesk/domain/critical/critical-rules';
import { vi } from 'vitest';
import { viewHandle } from '../../../../trace/panels/test-handle.ts';
import type { Desk } from './use-desk.ts';

export const testDesk = (of: Partial<Desk> = {}): Desk => ({
  identity: {},
  groups: [],
  fresh: 0,
  settle: vi.fn(),
  current: null,
  latest: (item) => item,
  writes: true,
  open: vi.fn(),
  read: vi.fn(),
  step: vi.fn(),
  write: vi.fn(),
  awaitItem: vi.fn(),
  shown: null,
  view: viewHandle,
  critical: usualCriticalSettings.rules,
  ...of,
});
