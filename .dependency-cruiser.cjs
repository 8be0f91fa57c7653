/**
 * Who may import whom. Import leftwards only:
 *
 *   ecg  ←  domain  ←  contract  ←  server
 *                                ←  web
 *
 * Inside server: app → features → records → platform; `testing` holds what tests of the whole server share. Inside web: app → features → trace → ui → platform; inside
 * trace: panels → paint → signal → time; inside its large features the floors of `webFloors`. No cycle, no feature that imports a feature. A test may import the test
 * tools as well, and is imported by nobody.
 */

/**
 * The exceptions, and why each still stands: `{ rule, from, to, why }`, paths in full. One that is no longer needed
 * fails the check, so the list can only shrink.
 */
const debt = [];

// Tests, and what only tests use: `test-…`, `testing-…`, and laws that several stores are held to.
const support = '/(test|testing|trial)-[a-z0-9-]+\\.tsx?$|-laws\\.tsx?$';
const test = `\\.(test|bench)\\.tsx?$|${support}`;
const testTools = '^(node_modules|packages/[a-z]+/node_modules)/(vitest|fast-check)/';

/** @param {string} room @param {string[]} allowed */
const only = (room, allowed) => [
  {
    name: `${room}-imports-leftwards`,
    severity: 'error',
    from: { path: `^packages/${room}/src/`, pathNot: test },
    to: { pathNot: [`^packages/${room}/src/`, ...allowed] },
  },
  {
    name: `${room}-tests-import-leftwards`,
    severity: 'error',
    from: { path: `^packages/${room}/src/.*(${test})` },
    to: { pathNot: [`^packages/${room}/src/`, testTools, ...allowed], dependencyTypesNot: ['core'] },
  },
];

const labels = '^packages/ecg/src/labels/';
/** The engine's own types of what crosses the wire, which the contract's shapes are checked against. */
const engineTypes = '^packages/ecg/src/(criteria/criteria|rhythm/summary)\\.ts$';
const zod = '^(node_modules|packages/[a-z]+/node_modules)/zod/';

/** A row per layer: what stands above it, that it may not import. */
const layer = (name, from, above) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: test },
  to: { path: above },
});

/**
 * The floors of a room of the page, lowest first. A folder imports its own floor's own folder and the floors below;
 * two folders of one floor never meet, so no pair of folders is tied both ways. What stands in the room itself is
 * above them all.
 */
const webFloors = {
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
    ['walls', 'window'],
    ['basket', 'coverage', 'measure', 'pins', 'plots', 'queue', 'report', 'templates'],
    ['changes'],
  ],
  'features/uploads': [['check'], ['convert'], ['queue'], ['patients'], ['batch', 'history']],
};

const desk = '^packages/web/src/features/cases/desk/';

const floorRules = Object.entries(webFloors).flatMap(([room, floors]) => {
  const path = `^packages/web/src/${room}/`;
  const name = room.replace('features/', '').replace('/', '-');
  return [
    {
      name: `web-${name}-has-known-floors`,
      severity: 'error',
      from: {},
      to: { path: `${path}[^/]+/`, pathNot: floors.flat().map((folder) => `${path}${folder}/`) },
    },
    ...floors.flatMap((floor, height) =>
      floor.map((folder) => {
        const below = [folder, ...floors.slice(0, height).flat()].map((each) => `${path}${each}/`);
        return {
          name: `web-${name}-${folder}-stands-on-lower-floors`,
          severity: 'error',
          from: { path: `${path}${folder}/`, pathNot: test },
          to: { path, pathNot: below },
        };
      }),
    ),
  ];
});

module.exports = {
  forbidden: [
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
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
      // A test of a server feature starts the whole server and may check what other features make of it.
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
      'server-platform-is-the-ground',
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
    ...floorRules,
    // The tab Changes shows the pinned comments and what nobody looked at; of the other tools of the desk it imports nothing.
    layer(
      'web-cases-desk-changes-imports-only-pins-and-coverage',
      `${desk}changes/`,
      `${desk}(basket|measure|plots|queue|report|templates)/`,
    ),
    layer('web-ui-knows-no-product', '^packages/web/src/ui/', '^packages/web/src/(app|features|trace)/'),
    layer(
      'web-platform-is-the-ground',
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
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json', '.d.ts'],
    },
  },
};
Object.defineProperty(module.exports, 'debt', { value: debt });
