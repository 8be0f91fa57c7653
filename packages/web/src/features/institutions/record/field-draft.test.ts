import { expect, test } from 'vitest';
import { changeOfField, percentText } from './field-draft.ts';

const typed = (text: string) => ({ text, groups: [] });

test('each field is sent separately, in its own type', () => {
  expect(changeOfField('name', typed(' みなと '))).toEqual({ name: 'みなと' });
  expect(changeOfField('analysis_ratio', typed('40'))).toEqual({ analysis_ratio: 40 });
  expect(changeOfField('analysis_ratio', typed(''))).toEqual({ analysis_ratio: null });
  expect(changeOfField('coverage_minimum', typed('80'))).toEqual({ coverage_minimum: 80 });
  expect(changeOfField('coverage_minimum', typed(''))).toEqual({ coverage_minimum: null });
  expect(changeOfField('verification_required', typed('true'))).toEqual({ verification_required: true });
  expect(changeOfField('tech_center_id', { text: '', groups: [{ id: 4, name: 'C' }] })).toEqual({
    tech_center_id: 4,
  });
  expect(changeOfField('assigned_group', typed(''))).toEqual({ assigned_group: [] });
  expect(changeOfField('charging_unit_id', typed(''))).toEqual({ charging_unit_id: null });
});

test('invalid values are not sent: numbers accept only digits', () => {
  for (const text of ['', '4x', '-1', '3.5', '3,5', '99999'])
    expect(changeOfField('turnaround_normal_h', typed(text))).toBeNull();
  expect(changeOfField('turnaround_normal_h', typed('２４'))).toEqual({ turnaround_normal_h: 24 });
  expect(changeOfField('type', typed('clinic'))).toBeNull();
  expect(changeOfField('agree_type', typed('EMAIL'))).toBeNull();
});

test('a tax rate is typed in percent and sent in basis points', () => {
  const of = (text: string) => changeOfField('tax_rate_bp', { text, groups: [] });
  expect(of('10')).toEqual({ tax_rate_bp: 1000 });
  expect(of('8.25')).toEqual({ tax_rate_bp: 825 });
  expect(of('8,25')).toEqual({ tax_rate_bp: 825 });
  expect(of('１０')).toEqual({ tax_rate_bp: 1000 });
  expect(of('0.5')).toEqual({ tax_rate_bp: 50 });
  for (const none of ['', '100.01', '-1', '8.255', 'ten']) expect(of(none)).toBeNull();
  expect([0, 50, 825, 1000].map(percentText)).toEqual(['0', '0.5', '8.25', '10']);
});

test('the language of invoices is one of ours, or that of the time zone', () => {
  const of = (text: string) => changeOfField('invoice_language', { text, groups: [] });
  expect(of('ja')).toEqual({ invoice_language: 'ja' });
  expect(of('')).toEqual({ invoice_language: null });
});
