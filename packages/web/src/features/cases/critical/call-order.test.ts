import type { HospitalContact } from '@rhythmdesk/contract/critical';
import { usualDuty } from '@rhythmdesk/domain/critical/duty-hours';
import { expect, test } from 'vitest';
import { callOrder } from './call-order.ts';

const contact = (name: string, on_duty: boolean): HospitalContact => ({
  name,
  place: '',
  phone: '1',
  ...usualDuty,
  on_duty,
  duty_changes_at: null,
});

test('contacts on duty are called first, each part in the order of the hospital', () => {
  const kept = [
    contact('day 1', false),
    contact('night 1', true),
    contact('day 2', false),
    contact('always', true),
  ];
  expect(callOrder(kept).map(({ name }) => name)).toEqual(['night 1', 'always', 'day 1', 'day 2']);
  expect(kept.map(({ name }) => name)).toEqual(['day 1', 'night 1', 'day 2', 'always']);
});
