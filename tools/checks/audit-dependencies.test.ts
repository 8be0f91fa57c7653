import { expect, test } from 'vitest';
import { judgeAudit } from './audit-dependencies.ts';

const report = (severity: string): string =>
  JSON.stringify({ vulnerabilities: { left: { severity, range: '<1.2.3' } } });

test('a grave known fault fails and is named, a small one and none do not', () => {
  for (const severity of ['high', 'critical']) {
    expect(judgeAudit(report(severity))).toEqual({ passed: false, output: `left <1.2.3: ${severity}` });
  }
  expect(judgeAudit(report('moderate'))).toEqual({ passed: true, output: '' });
  expect(judgeAudit('{"vulnerabilities":{}}').passed).toBe(true);
});

test('a registry that does not answer fails nothing, and it is said', () => {
  for (const said of ['', 'not found', '{"error":{"code":"ENOTFOUND"}}', '{"message":"offline"}']) {
    expect(judgeAudit(said)).toEqual({
      passed: true,
      output: 'the registry did not answer; nothing was judged',
    });
  }
});
