/**
 * Defines the import rules. A package may import those on its left only:
 *
 *   ecg  ←  domain  ←  contract  ←  server
 *                                ←  web
 *
 * Inside server: app → features → records → platform; `testing` contains what tests of the whole server share. Inside
 * web: app → features → trace → ui → platform; inside trace and the large features the layers of `webLayers`. Inside
 * ecg: `ecgFolders`. No import cycles; no feature imports another feature. A test may import the test tools as well,
 * and no file imports a test.
 */

/**
 * Lists the exceptions with their reasons: `{ rule, from, to, why }`, with full paths. An exception that is no longer
 * needed fails the check, so the list can only shrink.
 */
const debt = [];

// Tests, and what only tests use: `test-…`.
const support = '/test-[a-z0-9-]+\\.tsx?$';
const test = `\\.(test|bench)\\.tsx?$|${support}`;
const testTools = '^(node_modules|packages/[a-z]+/node_modules)/(vitest|fast-check)/';

/** @param {string} name @param {string[]} allowed */
const only = (name, allowed) => [
  {
    name: `${name}-imports-leftwards`,
    severity: 'error',
    from: { path: `^packages/${name}/src/`, pathNot: test },
    to: { pathNot: [`^packages/${name}/src/`, ...allowed] },
  },
  {
    name: `${name}-tests-import-leftwards`,
    severity: 'error',
    from: { path: `^packages/${name}/src/.*(${test})` },
    to: { pathNot: [`^packages/${name}/src/`, testTools, ...allowed], dependencyTypesNot: ['core'] },
  },
];

const labels = '^packages/ecg/src/labels/';
/** The engine's own types of what crosses the wire, which the contract's shapes are checked against. */
const engineTypes = '^packages/ecg/src/(criteria/criteria|rhythm/summary)\\.ts$';
const zod = '^(node_modules|packages/[a-z]+/node_modules)/zod/';

/** Returns the rule that the files of `from` do not import from `above`. */
const layer = (name, from, above) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: test },
  to: { path: above },
});

/**
 * The folders of the engine, lowest first, and the folders that each imports. `formats` (bytes) and the analysis
 * (`beats`, `rhythm`) do not know each other; what both need of a stored sample is in `labels`.
 */
const ecgFolders = {
  labels: [],
  criteria: [],
  kernel: ['labels'],
  signal: ['kernel', 'labels'],
  formats: ['labels'],
  pyramid: ['formats', 'labels'],
  packing: ['kernel', 'pyramid'],
  beats: ['kernel', 'labels', 'signal'],
  rhythm: ['beats', 'criteria', 'labels', 'signal'],
  synth: ['beats', 'formats', 'labels', 'signal'],
  scoring: ['beats', 'synth'],
  reading: ['beats', 'criteria', 'labels', 'rhythm', 'scoring', 'signal'],
  report: ['beats', 'labels', 'reading', 'rhythm', 'signal'],
};

/**
 * The layers of the large folders of the page, lowest first. A folder imports from itself and from the layers below it;
 * two folders of one layer do not import each other. The files beside the folders may import all of them.
 */
const webLayers = {
  trace: [['time'], ['signal'], ['paint'], ['panels']],
  'features/cases': [
    ['model'],
    ['badges', 'pdf', 'reading'],
    ['analysis', 'actions'],
    ['page'],
    ['desk', 'list', 'work', 'critical', 'phrases'],
    ['practice', 'second'],
  ],
  'features/cases/desk': [
    ['session'],
    ['keys'],
    ['beats', 'walls', 'window'],
    ['basket', 'coverage', 'measure', 'pins', 'plots', 'queue', 'report', 'templates'],
    ['changes'],
    ['settings'],
  ],
  'features/uploads': [['check'], ['convert'], ['queue'], ['patients'], ['batch', 'history']],
};

const desk = '^packages/web/src/features/cases/desk/';

/** @param {readonly string[][]} layers */
const belowEach = (layers) =>
  Object.fromEntries(
    layers.flatMap((layer, height) => layer.map((folder) => [folder, layers.slice(0, height).flat()])),
  );

/**
 * One rule for each folder below `path`: it imports from itself and from the folders listed for it. One rule for all:
 * each folder is listed.
 */
const folderRules = (name, path, imports) => [
  {
    name: `${name}-has-known-folders`,
    severity: 'error',
    from: {},
    to: { path: `${path}[^/]+/`, pathNot: Object.keys(imports).map((folder) => `${path}${folder}/`) },
  },
  ...Object.entries(imports).map(([folder, allowed]) => ({
    name: `${name}-${folder}-imports-lower-layers`,
    severity: 'error',
    from: { path: `${path}${folder}/`, pathNot: test },
    to: { path, pathNot: [folder, ...allowed].map((each) => `${path}${each}/`) },
  })),
];

const layerRules = [
  ...folderRules('ecg', '^packages/ecg/src/', ecgFolders),
  ...Object.entries(webLayers).flatMap(([folder, layers]) =>
    folderRules(
      `web-${folder.replace('features/', '').replace('/', '-')}`,
      `^packages/web/src/${folder}/`,
      belowEach(layers),
    ),
  ),
];

module.exports = {
  forbidden: [
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    // The rows of the packed client are written when it is packed.
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: { pathNot: '^tools/client/runtime\\.js$' },
      to: { couldNotResolve: true },
    },
    {
      name: 'no-undeclared-package',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-test-tools-in-the-product',
      severity: 'error',
      from: { path: '^packages/[a-z]+/src/', pathNot: test },
      to: { path: '^node_modules/(vitest|fast-check|@playwright|typescript|oxlint)/' },
    },
    { name: 'nobody-imports-a-test', severity: 'error', from: {}, to: { path: '\\.(test|bench)\\.tsx?$' } },
    {
      name: 'the-product-never-imports-test-support',
      severity: 'error',
      from: { path: '^packages/[a-z]+/src/', pathNot: test },
      to: { path: `^packages/[a-z]+/src/.*(${support})` },
    },
    {
      name: 'no-barrel',
      severity: 'error',
      from: {},
      to: { path: '/index\\.[cm]?[jt]sx?$', pathNot: 'node_modules/' },
    },
    {
      name: 'no-feature-imports-a-feature',
      severity: 'error',
      // A test of a server feature starts the whole server and may also check other features.
      from: { path: '^packages/(server|web)/src/features/([^/]+)/', pathNot: `^packages/server/.*(${test})` },
      to: { path: '^packages/$1/src/features/', pathNot: '^packages/$1/src/features/$2/' },
    },
    ...only('ecg', []),
    ...only('domain', [labels]),
    ...only('contract', ['^packages/domain/src/', labels, engineTypes, zod]),
    layer('server-and-web-never-meet', '^packages/server/', '^packages/web/'),
    layer('web-and-server-never-meet', '^packages/web/', '^packages/server/'),
    layer('server-features-never-import-app', '^packages/server/src/features/', '^packages/server/src/app/'),
    layer(
      'server-records-know-no-feature',
      '^packages/server/src/records/',
      '^packages/server/src/(app|features)/',
    ),
    layer(
      'server-platform-imports-nothing-above',
      '^packages/server/src/platform/',
      '^packages/server/src/(app|features|records)/',
    ),
    {
      name: 'the-thread-that-analyses-loads-no-database',
      comment: 'The library of the database takes more memory than the analysis of fourteen days.',
      severity: 'error',
      from: { path: '^packages/server/src/features/analysis/analysis-worker\\.ts$' },
      to: { path: '^(node_modules/drizzle-orm|packages/server/src/platform/db)/', reachable: true },
    },
    layer('web-features-never-import-app', '^packages/web/src/features/', '^packages/web/src/app/'),
    layer('web-trace-knows-no-product', '^packages/web/src/trace/', '^packages/web/src/(app|features)/'),
    ...layerRules,
    // The tab Changes shows pinned comments and unreviewed sections; it imports no other tools of the desk.
    layer(
      'web-cases-desk-changes-imports-only-pins-and-coverage',
      `${desk}changes/`,
      `${desk}(basket|measure|plots|queue|report|templates)/`,
    ),
    layer('web-ui-knows-no-product', '^packages/web/src/ui/', '^packages/web/src/(app|features|trace)/'),
    layer(
      'web-platform-imports-nothing-above',
      '^packages/web/src/platform/',
      '^packages/web/src/(app|features|trace|ui)/',
    ),
    {
      name: 'web-runs-in-a-browser',
      severity: 'error',
      from: { path: '^packages/web/src/', pathNot: test },
      to: { dependencyTypes: ['core'] },
    },
    layer('packages-never-import-the-tools', '^packages/', '^(tools|e2e)/'),
    layer('journeys-never-import-the-page', '^e2e/', '^packages/web/'),
    {
      name: 'journeys-speak-through-the-browser',
      comment: 'Only what makes the world of a journey calls the server; a journey acts on pages.',
      severity: 'error',
      from: { path: '^e2e/', pathNot: '^e2e/world/' },
      to: { path: '^(tools|packages/server)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.cache|\\.data)/' },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    parser: 'tsc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      // Some packages have types only.
      mainFields: ['module', 'main', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json', '.d.ts'],
    },
  },
};
Object.defineProperty(module.exports, 'debt', { value: debt });
