import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkImports, settleDebt } from './import-rules.ts';
import { plant, type Planted } from './test-repository.ts';

const value = 'export const value = 1;\n';
const importing = (specifier: string): string =>
  `import { value } from '${specifier}';\nexport const other = value;\n`;

/** Each rule with a file that breaks it, and what that file imports. */
const violations = [
  ['ecg-imports-leftwards', 'packages/ecg/src/beats/outward.ts', '@rhythmdesk/domain/kit/ground'],
  ['ecg-imports-leftwards', 'packages/ecg/src/beats/node.ts', 'node:fs'],
  ['ecg-tests-import-leftwards', 'packages/ecg/src/beats/outward.test.ts', '@rhythmdesk/domain/kit/ground'],
  ['domain-imports-leftwards', 'packages/domain/src/case/signal.ts', '@rhythmdesk/ecg/signal/ground'],
  ['domain-imports-leftwards', 'packages/domain/src/case/schema.ts', 'zod'],
  ['contract-imports-leftwards', 'packages/contract/src/server.ts', '@rhythmdesk/server/platform/ground'],
  ['contract-imports-leftwards', 'packages/contract/src/signal.ts', '@rhythmdesk/ecg/signal/ground'],
  ['contract-imports-leftwards', 'packages/contract/src/rhythm.ts', '@rhythmdesk/ecg/rhythm/ground'],
  ['contract-imports-leftwards', 'packages/contract/src/limits.ts', '@rhythmdesk/ecg/criteria/ground'],
  ['server-and-web-never-meet', 'packages/server/src/platform/page.ts', '@rhythmdesk/web/platform/ground'],
  ['web-and-server-never-meet', 'packages/web/src/platform/server.ts', '@rhythmdesk/server/platform/ground'],
  ['no-feature-imports-a-feature', 'packages/server/src/features/cases/across.ts', '../people/ground.ts'],
  ['no-feature-imports-a-feature', 'packages/web/src/features/review/across.ts', '../worklist/ground.ts'],
  ['server-features-never-import-app', 'packages/server/src/features/cases/up.ts', '../../app/ground.ts'],
  [
    'server-platform-imports-nothing-above',
    'packages/server/src/platform/up.ts',
    '../features/people/ground.ts',
  ],
  [
    'server-records-know-no-feature',
    'packages/server/src/records/cases/up.ts',
    '../../features/people/ground.ts',
  ],
  [
    'server-platform-imports-nothing-above',
    'packages/server/src/platform/records.ts',
    '../records/ground.ts',
  ],
  ['ecg-formats-imports-lower-layers', 'packages/ecg/src/formats/up.ts', '../beats/ground.ts'],
  ['ecg-kernel-imports-lower-layers', 'packages/ecg/src/kernel/up.ts', '../formats/ground.ts'],
  ['ecg-rhythm-imports-lower-layers', 'packages/ecg/src/rhythm/across.ts', '../formats/ground.ts'],
  ['ecg-has-known-folders', 'packages/ecg/src/labels/outside.ts', '../annex/ground.ts'],
  ['web-trace-time-imports-lower-layers', 'packages/web/src/trace/time/up.ts', '../signal/ground.ts'],
  ['web-trace-signal-imports-lower-layers', 'packages/web/src/trace/signal/up.ts', '../paint/ground.ts'],
  ['web-trace-paint-imports-lower-layers', 'packages/web/src/trace/paint/up.ts', '../panels/ground.ts'],
  ['web-trace-panels-imports-lower-layers', 'packages/web/src/trace/panels/up.ts', '../ground.ts'],
  ['web-trace-has-known-folders', 'packages/web/src/trace/outside.ts', './annex/ground.ts'],
  [
    'web-cases-model-imports-lower-layers',
    'packages/web/src/features/cases/model/up.ts',
    '../badges/ground.ts',
  ],
  [
    'web-cases-badges-imports-lower-layers',
    'packages/web/src/features/cases/badges/up.ts',
    '../pdf/ground.ts',
  ],
  ['web-cases-pdf-imports-lower-layers', 'packages/web/src/features/cases/pdf/up.ts', '../page/ground.ts'],
  [
    'web-cases-analysis-imports-lower-layers',
    'packages/web/src/features/cases/analysis/up.ts',
    '../actions/ground.ts',
  ],
  [
    'web-cases-actions-imports-lower-layers',
    'packages/web/src/features/cases/actions/up.ts',
    '../list/ground.ts',
  ],
  ['web-cases-page-imports-lower-layers', 'packages/web/src/features/cases/page/up.ts', '../list/ground.ts'],
  ['web-cases-list-imports-lower-layers', 'packages/web/src/features/cases/list/up.ts', '../ground.ts'],
  ['web-cases-has-known-folders', 'packages/web/src/features/cases/outside.ts', './annex/ground.ts'],
  [
    'web-cases-desk-session-imports-lower-layers',
    'packages/web/src/features/cases/desk/session/up.ts',
    '../keys/ground.ts',
  ],
  [
    'web-cases-desk-queue-imports-lower-layers',
    'packages/web/src/features/cases/desk/queue/across.ts',
    '../basket/ground.ts',
  ],
  [
    'web-cases-desk-changes-imports-lower-layers',
    'packages/web/src/features/cases/desk/changes/up.ts',
    '../ground.ts',
  ],
  [
    'web-cases-desk-changes-imports-only-pins-and-coverage',
    'packages/web/src/features/cases/desk/changes/across.ts',
    '../basket/ground.ts',
  ],
  [
    'web-cases-desk-has-known-folders',
    'packages/web/src/features/cases/desk/outside.ts',
    './annex/ground.ts',
  ],
  [
    'web-uploads-check-imports-lower-layers',
    'packages/web/src/features/uploads/check/up.ts',
    '../convert/ground.ts',
  ],
  [
    'web-uploads-convert-imports-lower-layers',
    'packages/web/src/features/uploads/convert/up.ts',
    '../queue/ground.ts',
  ],
  [
    'web-uploads-queue-imports-lower-layers',
    'packages/web/src/features/uploads/queue/up.ts',
    '../batch/ground.ts',
  ],
  [
    'web-uploads-batch-imports-lower-layers',
    'packages/web/src/features/uploads/batch/up.ts',
    '../history/ground.ts',
  ],
  [
    'web-uploads-history-imports-lower-layers',
    'packages/web/src/features/uploads/history/up.ts',
    '../batch/ground.ts',
  ],
  ['web-uploads-has-known-folders', 'packages/web/src/features/uploads/outside.ts', './annex/ground.ts'],
  ['web-features-never-import-app', 'packages/web/src/features/review/up.ts', '../../app/ground.ts'],
  ['web-trace-knows-no-product', 'packages/web/src/trace/up.ts', '../features/worklist/ground.ts'],
  ['web-ui-knows-no-product', 'packages/web/src/ui/side.ts', '../trace/ground.ts'],
  ['web-ui-knows-no-product', 'packages/web/src/ui/up.ts', '../features/worklist/ground.ts'],
  ['web-platform-imports-nothing-above', 'packages/web/src/platform/up.ts', '../ui/ground.ts'],
  ['web-runs-in-a-browser', 'packages/web/src/platform/node.ts', 'node:fs'],
  ['packages-never-import-the-tools', 'packages/server/src/app/tools.ts', '../../../../tools/ground.ts'],
  ['journeys-speak-through-the-browser', 'e2e/journeys/inside.ts', '@rhythmdesk/server/platform/ground'],
  ['no-unresolvable', 'packages/domain/src/case/nowhere.ts', './missing.ts'],
  ['no-undeclared-package', 'packages/server/src/platform/undeclared.ts', 'never-declared'],
  ['no-test-tools-in-the-product', 'packages/server/src/platform/tested.ts', 'vitest'],
  ['nobody-imports-a-test', 'packages/domain/src/case/tested.ts', './case.test.ts'],
  [
    'the-product-never-imports-test-support',
    'packages/server/src/app/supported.ts',
    '../platform/test-ground.ts',
  ],
  ['no-barrel', 'packages/domain/src/case/through.ts', '../kit/index.ts'],
] as const;

const ground = [
  'packages/domain/src/kit/ground.ts',
  'packages/domain/src/kit/index.ts',
  'packages/domain/src/case/case.test.ts',
  ...['annex', 'beats', 'criteria', 'formats', 'labels', 'rhythm', 'signal'].map(
    (folder) => `packages/ecg/src/${folder}/ground.ts`,
  ),
  'packages/server/src/platform/ground.ts',
  'packages/server/src/platform/test-ground.ts',
  'packages/server/src/features/people/ground.ts',
  'packages/server/src/app/ground.ts',
  'packages/server/src/records/ground.ts',
  'packages/web/src/trace/annex/ground.ts',
  'packages/web/src/trace/panels/ground.ts',
  'packages/web/src/trace/paint/ground.ts',
  'packages/web/src/trace/signal/ground.ts',
  'packages/web/src/trace/time/ground.ts',
  ...['annex', 'model', 'badges', 'pdf', 'analysis', 'actions', 'page', 'list'].map(
    (folder) => `packages/web/src/features/cases/${folder}/ground.ts`,
  ),
  ...['annex', 'check', 'convert', 'queue', 'batch', 'history'].map(
    (folder) => `packages/web/src/features/uploads/${folder}/ground.ts`,
  ),
  ...['annex/', 'session/', 'keys/', 'walls/', 'basket/', 'coverage/', 'pins/', ''].map(
    (folder) => `packages/web/src/features/cases/desk/${folder}ground.ts`,
  ),
  'packages/web/src/features/cases/ground.ts',
  'packages/web/src/platform/ground.ts',
  'packages/web/src/ui/ground.ts',
  'packages/web/src/trace/ground.ts',
  'packages/web/src/app/ground.ts',
  'packages/web/src/features/worklist/ground.ts',
  'tools/ground.ts',
];

/** Imports that the rules allow, one file for each direction. */
const allowed = [
  ['packages/domain/src/case/labelled.ts', '@rhythmdesk/ecg/labels/ground'],
  ['packages/contract/src/cases.ts', '@rhythmdesk/domain/kit/ground'],
  ['packages/contract/src/schema.ts', 'zod'],
  ['packages/server/src/features/cases/handlers.ts', '../../platform/ground.ts'],
  ['packages/server/src/features/cases/record.ts', '../../records/ground.ts'],
  ['packages/server/src/features/cases/near.ts', './handlers.ts'],
  ['packages/server/src/app/composition.ts', '../features/people/ground.ts'],
  ['packages/web/src/features/review/page.ts', '../../ui/ground.ts'],
  ['packages/web/src/trace/tool-bar.ts', '../ui/ground.ts'],
  ['packages/web/src/trace/panels/down.ts', '../time/ground.ts'],
  ['packages/web/src/features/cases/list/down.ts', '../actions/ground.ts'],
  ['packages/web/src/features/cases/desk/desk-page.ts', './basket/ground.ts'],
  ['packages/web/src/features/cases/desk/queue/down.ts', '../walls/ground.ts'],
  ['packages/web/src/features/cases/desk/changes/down.ts', '../pins/ground.ts'],
  ['packages/web/src/features/cases/desk/changes/unseen.ts', '../coverage/ground.ts'],
  ['packages/web/src/features/uploads/batch/down.ts', '../queue/ground.ts'],
  ['packages/web/src/features/uploads/upload-page.ts', './history/ground.ts'],
  ['packages/ecg/src/beats/down.ts', '../signal/ground.ts'],
  ['packages/ecg/src/beats/detect.test.ts', 'vitest'],
  ['packages/ecg/src/formats/read.test.ts', 'node:fs'],
] as const;

let planted: Planted;
let complaints: string[] = [];

beforeAll(async () => {
  const files = new Map<string, string>(ground.map((path) => [path, value]));
  for (const [, path, specifier] of violations) files.set(path, importing(specifier));
  for (const [path, specifier] of allowed) files.set(path, importing(specifier));
  files.set('packages/domain/src/case/back.ts', importing('./there.ts'));
  files.set('packages/domain/src/case/there.ts', importing('./back.ts'));
  planted = plant(Object.fromEntries(files), ['zod', 'vitest', 'never-declared']);
  complaints = await checkImports(planted.root);
});

afterAll(() => planted.remove());

test.each(violations)('%s catches %s', (rule, path) => {
  expect(complaints.filter((line) => line.startsWith(`${rule}: ${path} → `))).toHaveLength(1);
});

test('no-cycle catches two files that import each other', () => {
  expect(
    complaints.filter((line) => /^no-cycle: .*(there|back)\.ts → .*(back|there)\.ts$/.test(line)),
  ).not.toEqual([]);
});

test.each(allowed)('%s may import %s', (path) => {
  expect(complaints.filter((line) => line.includes(`: ${path} → `))).toEqual([]);
});

test('an exception allows its own violation, and must be removed with it', () => {
  const violation = { rule: 'no-cycle', from: 'a.ts', to: 'b.ts' };
  const debt = { ...violation, why: 'being taken apart' };
  expect(settleDebt([violation], [debt])).toEqual([]);
  expect(settleDebt([violation, { ...violation, from: 'c.ts' }], [debt])).toEqual(['no-cycle: c.ts → b.ts']);
  expect(settleDebt([], [debt])).toEqual(['debt is paid, remove the entry: no-cycle: a.ts → b.ts']);
});
