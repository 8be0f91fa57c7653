import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeEventsCsv, parseEventsCsv } from './events-csv.ts';

test('any events are read back, with any note', () => {
  const event = fc.record({
    time_ms: fc.nat(2 ** 40),
    kind: fc.constantFrom('button' as const, 'diary' as const),
    note: fc.string({ unit: 'grapheme' }),
  });
  fc.assert(
    fc.property(fc.array(event), (events) => {
      expect(parseEventsCsv(encodeEventsCsv(events))).toEqual({ ok: true, value: events });
    }),
  );
});

test('a wrong kind and a wrong time are named', () => {
  const parse = (line: string) => parseEventsCsv(new TextEncoder().encode(`time,kind,note\r\n${line}\r\n`));
  expect(parse('2026-01-01T00:00:00Z,tap,')).toMatchObject({
    code: 'csv/word',
    detail: { row: 2, column: 'kind' },
  });
  expect(parse('yesterday,button,')).toMatchObject({ code: 'csv/time', detail: { row: 2, column: 'time' } });
});
