/**
 * Checks for known vulnerabilities in the packages that the product runs on, as the registry reports them. Without a
 * registry the check passes, because checks must run on a machine without a network.
 */
import { execFile } from 'node:child_process';
import { z } from 'zod';
import { readLock, shippedPackages } from '../processes/shipped-packages.ts';

const answerMs = 30_000;
const severities = ['high', 'critical'] as const;

const reportShape = z.object({
  vulnerabilities: z.record(z.string(), z.object({ severity: z.string(), range: z.string() })),
});

type Judged = { readonly passed: boolean; readonly output: string };

/**
 * Reads the output of `npm audit --json` for these packages; output that is not a report means that the registry did
 * not answer.
 */
export function judgeAudit(said: string, names: ReadonlySet<string>): Judged {
  let given: unknown;
  try {
    given = JSON.parse(said);
  } catch {
    given = null;
  }
  const report = reportShape.safeParse(given);
  if (!report.success) return { passed: true, output: 'the registry did not answer; nothing was checked' };
  const faulty = Object.entries(report.data.vulnerabilities)
    .filter(([name]) => names.has(name))
    .filter(([, { severity }]) => severities.some((one) => one === severity))
    .map(([name, { severity, range }]) => `${name} ${range}: ${severity}`);
  return { passed: faulty.length === 0, output: faulty.join('\n') };
}

export function auditDependencies(root: string): Promise<Judged> {
  const names = new Set(shippedPackages(readLock(root)).map(({ name }) => name));
  const args = ['audit', '--json', '--fetch-retries=0', '--fetch-timeout=20000'];
  const options = { cwd: root, timeout: answerMs, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve) => {
    execFile('npm', args, options, (_fault, said) => resolve(judgeAudit(said, names)));
  });
}
