// @ts-check
/**
 * What eslint holds, as a function of the folder, so that the tests plant violations in a folder of their own.
 *
 * Law: no file switches a rule off for itself (`noInlineConfig`); an exception is made here, for a kind of file.
 */
import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

const typescript = ['**/*.ts', '**/*.tsx'];
const pureRooms = ['packages/ecg/**/*.ts', 'packages/domain/**/*.ts'];
const product = ['packages/*/src/**/*.ts', 'packages/*/src/**/*.tsx'];

/** One program a room; a pure room is linted with its tests, by the tests' own settings. */
const projects = [
  'packages/ecg/tsconfig.test.json',
  'packages/domain/tsconfig.test.json',
  'packages/contract/tsconfig.json',
  'packages/server/tsconfig.json',
  'packages/web/tsconfig.json',
  'tools/tsconfig.json',
  'e2e/tsconfig.json',
];

const noBarrels = [
  { selector: 'ExportAllDeclaration', message: 'No barrels: import from the file that holds it.' },
  { selector: 'ExportNamedDeclaration[source]', message: 'No barrels: import from the file that holds it.' },
];

const fullNames = {
  selector:
    ':matches(ImportDeclaration, ImportExpression > Literal)[source.value=/^\\.{1,2}\\u002F(?!.*\\.[a-z0-9]+(\\?.*)?$)/]',
  message: 'A relative import ends in its file’s extension; nothing guesses it when the code runs.',
};

const noClockNoChance = [
  {
    selector: 'CallExpression[callee.object.name="Date"][callee.property.name="now"]',
    message: 'Time is an argument here.',
  },
  { selector: 'NewExpression[callee.name="Date"][arguments.length=0]', message: 'Time is an argument here.' },
  { selector: 'CallExpression[callee.name="Date"]', message: 'Time is an argument here.' },
  {
    selector: 'CallExpression[callee.object.name="Math"][callee.property.name="random"]',
    message: 'Chance is an argument here.',
  },
];

/** @type {import('eslint').Linter.RulesRecord} */
const typedRules = {
  '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
  '@typescript-eslint/consistent-type-exports': 'error',
  '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
  '@typescript-eslint/switch-exhaustiveness-check': 'error',
  '@typescript-eslint/no-confusing-void-expression': 'off',
  '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
  '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
  '@typescript-eslint/only-throw-error': ['error', { allowRethrowing: true }],
  '@typescript-eslint/require-await': 'off',
  '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
  '@typescript-eslint/unified-signatures': 'off',
  'no-restricted-syntax': ['error', ...noBarrels, fullNames],
  // Names and texts from devices are searched for control characters on purpose.
  'no-control-regex': 'off',
  'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'], location: 'anywhere' }],
  eqeqeq: 'error',
};

/** @param {string} root the folder whose packages are read */
export function lintRules(root) {
  return defineConfig(
    {
      ignores: [
        '**/dist/**',
        '**/node_modules/**',
        '**/.*/**',
        '**/test-results/**',
        '**/playwright-report/**',
      ],
    },
    { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },
    js.configs.recommended,
    {
      files: typescript,
      extends: [tseslint.configs.strictTypeChecked],
      languageOptions: { parserOptions: { project: projects, tsconfigRootDir: root } },
      rules: typedRules,
    },
    {
      files: ['**/*.js', '**/*.mjs', '**/*.cjs'],
      languageOptions: { globals: { process: 'readonly', console: 'readonly', module: 'writable' } },
    },
    {
      files: ['packages/web/public/**/*.js'],
      languageOptions: {
        sourceType: 'script',
        globals: {
          document: 'readonly',
          window: 'readonly',
          localStorage: 'readonly',
          self: 'readonly',
          clients: 'readonly',
        },
      },
    },
    {
      files: pureRooms,
      rules: { 'no-restricted-syntax': ['error', ...noBarrels, fullNames, ...noClockNoChance] },
    },
    // A declaration of what the platform has: `var` is the one word for a global there.
    { files: ['**/*.d.ts'], rules: { 'no-var': 'off' } },
    {
      files: product,
      ignores: ['**/*.test.ts', '**/*.test.tsx', '**/*.bench.ts'],
      rules: { 'no-console': 'error' },
    },
    { files: ['packages/web/src/**/*.{ts,tsx}'], extends: [reactHooks.configs.flat.recommended] },
  );
}
