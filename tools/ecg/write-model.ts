/** Writes learned tree models as a source file of the engine. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { TreeModel } from '@rhythmdesk/ecg/beats/boosted-trees';

const list = (values: readonly number[]): string => {
  const lines: string[] = [];
  let line = '   ';
  for (const value of values) {
    const text = ` ${value > 1e38 ? '3e38' : String(Number(value.toPrecision(9)))},`;
    if (line.length + text.length > 110) {
      lines.push(line);
      line = '   ';
    }
    line += text;
  }
  return `[\n${[...lines, line].join('\n')}\n  ]`;
};

const source = (name: string, m: TreeModel): string =>
  `// prettier-ignore\nexport const ${name}: TreeModel = {\n  depth: ${m.depth},\n  bias: ${m.bias},\n  features: ${list(m.features)},\n` +
  `  thresholds: ${list(m.thresholds)},\n  leaves: ${list(m.leaves)},\n};\n`;

/** One file for each model; paths are below packages/ecg/src. `notes` is what the training measured. */
export function writeModels(
  script: string,
  notes: string,
  models: Readonly<Record<string, readonly [string, TreeModel]>>,
): void {
  keepFigures(script, notes);
  for (const [path, [name, model]] of Object.entries(models)) {
    const target = fileURLToPath(new URL(`../../packages/ecg/src/${path}`, import.meta.url));
    const from = path.startsWith('beats/') ? './' : '../beats/';
    const header = `/**\n * Learned by tools/ecg/${script}; not edited by hand.\n * ${notes}\n */\n`;
    writeFileSync(
      target,
      `${header}import type { TreeModel } from '${from}boosted-trees.ts';\n\n${source(name, model)}`,
    );
  }
}

const figuresFile = fileURLToPath(new URL('./training-figures.json', import.meta.url));

/** What each training measured, by script: the benchmark's page quotes it. */
export function trainingFigures(): Record<string, string> {
  const figures: Record<string, string> = {};
  if (!existsSync(figuresFile)) return figures;
  const read: unknown = JSON.parse(readFileSync(figuresFile, 'utf8'));
  if (typeof read !== 'object' || read === null) return figures;
  for (const [script, text] of Object.entries(read)) if (typeof text === 'string') figures[script] = text;
  return figures;
}

function keepFigures(script: string, notes: string): void {
  writeFileSync(figuresFile, `${JSON.stringify({ ...trainingFigures(), [script]: notes }, null, 2)}\n`);
}
