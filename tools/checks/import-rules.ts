/**
 * Checks the rules of `.dependency-cruiser.cjs`. Violations that are listed there as debt are accepted. An entry of the
 * debt that is no longer needed fails, so that the list can only shrink.
 */
import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cruise, type ICruiseOptions, type IFlattenedRuleSet } from 'dependency-cruiser';
import { isSetting, recordKeyOf, readRecord, writeRecord } from './check-record.ts';
import type { ImportGraph } from './import-graph.ts';

type Debt = { readonly rule: string; readonly from: string; readonly to: string; readonly why: string };
type RuleFile = {
  readonly forbidden: NonNullable<IFlattenedRuleSet['forbidden']>;
  readonly options: ICruiseOptions;
  readonly debt: readonly Debt[];
};
type Violation = { readonly rule: string; readonly from: string; readonly to: string };

const isRuleFile = (value: unknown): value is RuleFile =>
  typeof value === 'object' &&
  value !== null &&
  'forbidden' in value &&
  'options' in value &&
  'debt' in value;

function readRules(): RuleFile {
  const value: unknown = createRequire(import.meta.url)('../../.dependency-cruiser.cjs');
  if (!isRuleFile(value)) throw new Error('.dependency-cruiser.cjs holds no rules');
  return value;
}

const same = (debt: Debt, violation: Violation): boolean =>
  debt.rule === violation.rule && debt.from === violation.from && debt.to === violation.to;

/** Returns the faults, one line each. */
export function settleDebt(violations: readonly Violation[], debts: readonly Debt[]): string[] {
  const open = violations.filter((violation) => !debts.some((debt) => same(debt, violation)));
  const paid = debts.filter((debt) => !violations.some((violation) => same(debt, violation)));
  return [
    ...open.map(({ rule, from, to }) => `${rule}: ${from} → ${to}`),
    ...paid.map(({ rule, from, to }) => `debt is paid, remove the entry: ${rule}: ${from} → ${to}`),
  ];
}

/** Returns every forbidden import below `root`. */
export async function checkImports(root: string): Promise<string[]> {
  const { forbidden, options, debt } = readRules();
  const folders = ['packages', 'tools', 'e2e'].filter((folder) => existsSync(join(root, folder)));
  const { output } = await cruise(folders, {
    ...options,
    ruleSet: { forbidden },
    validate: true,
    baseDir: root,
  });
  if (typeof output === 'string') throw new Error(output);
  const violations = output.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }));
  return settleDebt(violations, debt);
}

/**
 * Checks the imports if a file, an import statement, a package or a rule has changed since the last check that passed.
 */
export async function checkChangedImports(
  root: string,
  graph: ImportGraph,
  fresh: boolean,
): Promise<string[]> {
  const { hashes, statements } = graph;
  const paths = [...hashes.keys()].filter((file) => /^(?:packages|tools|e2e)\//.test(file));
  const settings = [...hashes].filter(([file]) => isSetting(file) || file === '.dependency-cruiser.cjs');
  const imports = recordKeyOf([...paths, ...[...statements].flat(), ...settings.flat()]);
  if (!fresh && readRecord(root, 'imports')['imports'] === imports) return [];
  const complaints = await checkImports(root);
  if (complaints.length === 0) writeRecord(root, 'imports', { imports });
  return complaints;
}
