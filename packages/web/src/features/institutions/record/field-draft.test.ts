import { expect, test } from 'vitest';
import { changeOf } from './field-draft.ts';

const typed = (text: string) => ({ text, groups: [] });

test('each field is sent alone, in its own kind', () => {
  expect(changeOf('name', typed(' みなと '))).toEqual({ name: 'みなと' });
  expect(changeOf('analysis_ratio', typed('40'))).toEqual({ analysis_ratio: 40 });
  expect(changeOf('analysis_ratio', typed(''))).toEqual({ analysis_ratio: null });
  expect(changeOf('verification_required', typed('true'))).toEqual({ verification_required: true });
  expect(changeOf('tech_center_id', { text: '', groups: [{ id: 4, name: 'C' }] })).toEqual({
    tech_center_id: 4,
  });
  expect(changeOf('assigned_group', typed(''))).toEqual({ assigned_group: [] });
  expect(changeOf('charging_unit_id', typed(''))).toEqual({ charging_unit_id: null });
});

test('what can be no value is not sent: numbers take digits only', () => {
  for (const text of ['', '4x', '-1', '3.5', '１２', '99999'])
    expect(changeOf('turnaround_normal_h', typed(text))).toBeNull();
  expect(changeOf('type', typed('clinic'))).toBeNull();
  expect(changeOf('agree_type', typed('EMAIL'))).toBeNull();
});
