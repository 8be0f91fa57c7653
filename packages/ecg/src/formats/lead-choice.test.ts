import { expect, test } from 'vitest';
import { chooseLeads } from './lead-choice.ts';

const signals = (...all: [label: string, hz: number][]) =>
  all.map(([label, sampling_hz]) => ({ label, sampling_hz, gain_uv_per_lsb: 5 }));

test('beside an ECG everything else is left out, and a slower ECG lead too', () => {
  expect(
    chooseLeads(signals(['EEG C3', 1000], ['ECG', 250], ['V5', 250], ['V1', 125], ['Resp', 25])),
  ).toEqual({
    ok: true,
    value: {
      kept: [1, 2],
      sampling_hz: 250,
      left_out: [
        { label: 'EEG C3', why: 'no-ecg' },
        { label: 'V1', why: 'other-rate' },
        { label: 'Resp', why: 'no-ecg' },
      ],
    },
  });
});

test('a file that names no lead is taken completely, at the most common possible rate', () => {
  const chosen = chooseLeads(signals(['ch 1', 256], ['ch 2', 256], ['ch 3', 10], ['ch 4', 10], ['ch 5', 10]));
  expect(chosen).toMatchObject({ ok: true, value: { kept: [0, 1], sampling_hz: 256 } });
  expect(chooseLeads(signals(['ch 1', 5000]))).toMatchObject({
    code: 'trace/sampling-hz',
    detail: { found: '5000' },
  });
  expect(chooseLeads([])).toMatchObject({ code: 'file/no-signal' });
});

test('of more than twelve leads the first twelve are kept', () => {
  const many = Array.from({ length: 15 }, (_none, i): [string, number] => [`V${String(i + 1)}`, 500]);
  const chosen = chooseLeads(signals(...many));
  expect(chosen.ok && chosen.value.kept).toHaveLength(12);
  expect(chosen.ok && chosen.value.left_out).toEqual(
    ['V13', 'V14', 'V15'].map((label) => ({ label, why: 'beyond-twelve' })),
  );
});

test.each([NaN, Infinity, 0, 1e-40, -1e9])('a kept lead of %d microvolts a step is refused', (gain) => {
  const broken = signals(['EEG C3', 250], ['ECG', 250]).map((one) => ({ ...one, gain_uv_per_lsb: gain }));
  expect(chooseLeads(broken)).toEqual({
    ok: false,
    code: 'trace/lead-gain',
    detail: { lead: 2, found: String(gain) },
  });
  expect(chooseLeads([...broken.slice(0, 1), ...signals(['ECG', 250])])).toMatchObject({ ok: true });
});

test('C1 to C6 are chest leads if all six are there, otherwise places of an EEG', () => {
  const chest = ['C1', 'C2', 'C3', 'C4', 'C5', 'C6'].map((label): [string, number] => [label, 500]);
  const twelve = chooseLeads(signals(['I', 500], ['II', 500], ...chest));
  expect(twelve).toMatchObject({ ok: true, value: { kept: [0, 1, 2, 3, 4, 5, 6, 7], left_out: [] } });
  const sleep = chooseLeads(signals(['ECG', 500], ['C3', 500], ['C4', 500]));
  expect(sleep).toMatchObject({ ok: true, value: { kept: [0] } });
});
