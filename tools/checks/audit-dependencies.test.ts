import { expect, test } from 'vitest';
import { judgeAudit } from './audit-dependencies.ts';

const report = (severity: string): string =>
  JSON.stringify({ vulnerabilities: { left: { severity, range: '<1.2.3' } } });

const names = new Set(['left']);

test('a severe known fault fails and is named, a small one and none do not', () => {
  for (const severity of ['high', 'critical']) {
    expect(judgeAudit(report(severity), names)).toEqual({
      passed: false,
      output: `left <1.2.3: ${severity}`,
    });
  }
  expect(judgeAudit(report('moderate'), names)).toEqual({ passed: true, output: '' });
  expect(judgeAudit(report('high'), new Set(['other'])).passed).toBe(true);
  expect(judgeAudit('{"vulnerabilities":{}}', names).passed).toBe(true);
});

test('a registry that does not answer fails nothing, with a message', () => {
  for (const said of ['', 'not found', '{"error":{"code":"ENOTFOUND"}}', '{"message":"offline"}']) {
    expect(judgeAudit(said, names)).toEqual({
      passed: true,
      output: 'the registry did not answer; nothing was checked',
    });
  }
});
