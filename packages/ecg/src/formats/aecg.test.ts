import { expect, test } from 'vitest';
import { readAecg as readRoot, type XmlElement, type XmlRoot } from './aecg.ts';
import { NO_SAMPLE } from './recording.ts';

function element(
  name: string,
  attributes: Readonly<Record<string, string>>,
  children: readonly XmlElement[] = [],
  text = '',
): XmlElement {
  return { name, attributes, children, text };
}
const part = (...children: readonly XmlElement[]) => element('component', {}, children);
const sequence = (code: string, ...value: readonly XmlElement[]) =>
  part(element('sequence', {}, [element('code', { code }), element('value', {}, value)]));
const times = (head: string, increment: string, unit = 's', code = 'TIME_ABSOLUTE') =>
  sequence(code, element('head', { value: head }), element('increment', { value: increment, unit }));
const lead = (code: string, digits: string, scale = '5', unit = 'uV', origin = '0') =>
  sequence(
    code,
    element('origin', { value: origin, unit }),
    element('scale', { value: scale, unit }),
    element('digits', {}, [], digits),
  );
const set = (...sequences: readonly XmlElement[]) => part(element('sequenceSet', {}, sequences));
const document = (...sets: readonly XmlElement[]) =>
  element('AnnotatedECG', {}, [part(element('series', {}, sets))]);

const readAecg = (root: XmlElement, cut: XmlRoot['cut'] = 'no') => readRoot({ ...root, cut, after: 0 });

function leadsOf(answer: ReturnType<typeof readAecg>) {
  return answer.ok ? answer.value.leads.map(({ label, samples }) => [label, ...samples]) : answer.code;
}

test('leads, rate, scale, origin and time are read', () => {
  const answer = readAecg(
    document(
      set(
        times('20021122091000.500', '2', 'ms'),
        lead('MDC_ECG_LEAD_II', ' 1 -2\n3 '),
        lead('MDC_ECG_LEAD_AVR', '4 5 6', '0.005', 'mV', '0.01'),
        lead('RESP', '1 2 3', '1', 'Ohm'),
      ),
    ),
  );
  expect(answer).toMatchObject({
    ok: true,
    value: {
      start_ms: Date.UTC(2002, 10, 22, 9, 10, 0, 500),
      start_has_zone: false,
      leads: [
        { label: 'II', sampling_hz: 500, gain_uv_per_lsb: 5, zero_lsb: 0 },
        { label: 'aVR', sampling_hz: 500, gain_uv_per_lsb: 5, zero_lsb: -2 },
      ],
    },
  });
  expect(leadsOf(answer)).toEqual([
    ['II', 1, -2, 3],
    ['aVR', 4, 5, 6],
  ]);
});

test('sets of different times are joined; relative times have no date; a zone is used', () => {
  const later = set(times('20021122091000.008', '0.002'), lead('MDC_ECG_LEAD_II', '9'));
  const first = set(times('20021122091000.000', '0.002'), lead('MDC_ECG_LEAD_II', '1 2'));
  expect(leadsOf(readAecg(document(first, later)))).toEqual([['II', 1, 2, NO_SAMPLE, NO_SAMPLE, 9]]);
  const twice = readAecg(document(first, first));
  expect(leadsOf(twice)).toEqual([['II', 1, 2]]);
  expect(twice).toMatchObject({ value: { flaws: [{ code: 'parts-apart', detail: { count: 1 } }] } });
  const relative = set(times('0', '0.004', 's', 'TIME_RELATIVE'), lead('MDC_ECG_LEAD_I', '1'));
  expect(readAecg(document(relative))).toMatchObject({
    value: { start_ms: null, leads: [{ sampling_hz: 250 }] },
  });
  const zoned = set(times('20021122091000+0900', '0.004'), lead('MDC_ECG_LEAD_I', '1'));
  expect(readAecg(document(zoned))).toMatchObject({
    value: { start_ms: Date.UTC(2002, 10, 22, 0, 10), start_has_zone: true },
  });
});

const time = times('20021122091000', '0.002');
test.each([
  ['aecg/root', element('html', {})],
  ['aecg/no-waveform', document()],
  ['aecg/no-waveform', document(set(time))],
  ['aecg/time', document(set(lead('MDC_ECG_LEAD_I', '1')))],
  ['aecg/time', document(set(times('20021122', '0'), lead('MDC_ECG_LEAD_I', '1')))],
  ['aecg/leads', document(set(time, ...Array.from({ length: 65 }, () => lead('MDC_ECG_LEAD_I', '1'))))],
])('%s', (code, given) => expect(leadsOf(readAecg(given))).toBe(code));

test.each([
  ['no-scale', lead('MDC_ECG_LEAD_I', '1', '0')],
  ['damaged', lead('MDC_ECG_LEAD_I', '1 x')],
  ['damaged', lead('MDC_ECG_LEAD_I', '1')],
  ['damaged', lead('MDC_ECG_LEAD_I', ' ')],
])('a lead without a value is left out: %s', (why, broken) => {
  const read = readAecg(document(set(time, broken, lead('MDC_ECG_LEAD_II', '4 5'))));
  expect(read).toMatchObject({ value: { leads: [{ label: 'II' }], left_out: [{ label: 'I', why }] } });
});

test('garbage in the digits of a lead is missing samples where the other leads have as many', () => {
  const many = Array.from({ length: 20 }, (_none, i) => String(i));
  const broken = many.with(3, '4x').join(' ');
  const read = readAecg(
    document(set(time, lead('MDC_ECG_LEAD_I', broken), lead('MDC_ECG_LEAD_II', many.join(' ')))),
  );
  const digits = many.map(Number);
  expect(leadsOf(read)).toEqual([
    ['I', ...digits.with(3, NO_SAMPLE)],
    ['II', ...digits],
  ]);
  expect(read).toMatchObject({ value: { flaws: [{ code: 'samples-unreadable', detail: { count: 1 } }] } });
});

test('a set that cannot be read, an unreadable clock and a cut document are named', () => {
  const good = set(time, lead('MDC_ECG_LEAD_I', '1 2'));
  const without = set(lead('MDC_ECG_LEAD_I', '1 2'));
  expect(readAecg(document(good, without))).toMatchObject({
    value: { leads: [{ label: 'I' }], flaws: [{ code: 'parts-damaged', detail: { count: 1 } }] },
  });
  const clock = set(times('2026-13', '0.002'), lead('MDC_ECG_LEAD_I', '1 2'));
  expect(readAecg(document(clock))).toMatchObject({
    value: { start_ms: null, leads: [{}], flaws: [{ code: 'start-unreadable' }] },
  });
  const cut = document(set(time, lead('MDC_ECG_LEAD_I', '1 2'), lead('MDC_ECG_LEAD_II', '3 4')));
  expect(readAecg(cut, 'in-text')).toMatchObject({
    value: { leads: [{ label: 'I' }], left_out: [{ label: 'II' }], flaws: [{ code: 'file-damaged' }] },
  });
});

test('an effective time that is no time, or a day alone, is no start; numbers may be separated by commas', () => {
  const sets = set(times('0', '2', 'ms', 'TIME_RELATIVE'), lead('MDC_ECG_LEAD_II', '1, 2,3;4'));
  for (const value of ['20260231080000', '20261105']) {
    const effective = element('effectiveTime', {}, [element('low', { value })]);
    const root = element('AnnotatedECG', {}, [part(element('series', {}, [effective, sets]))]);
    const answer = readAecg(root);
    expect(answer).toMatchObject({
      value: { start_ms: null, flaws: [{ code: 'start-unreadable', detail: { found: value } }] },
    });
    expect(answer.ok && [...(answer.value.leads[0]?.samples ?? [])]).toEqual([1, 2, 3, 4]);
  }
});

test('relative times count from the effective time of their series', () => {
  const sets = set(times('0', '2', 'ms', 'TIME_RELATIVE'), lead('MDC_ECG_LEAD_II', '1 2 3'));
  const effective = element('effectiveTime', {}, [element('low', { value: '20261105080000' })]);
  const root = element('AnnotatedECG', {}, [part(element('series', {}, [effective, sets]))]);
  expect(readAecg(root)).toMatchObject({
    value: { start_ms: Date.UTC(2026, 10, 5, 8), start_has_zone: false },
  });
});
