/**
 * Defines the rules of oxlint. `options.typeAware` enables rules that need types; they use the native TypeScript
 * compiler and the nearest tsconfig.json of each file.
 *
 * Invariant: no file disables a rule for itself (`lint.ts` refuses the comments that would); an exception is made here,
 * for a kind of file.
 */
import { fileURLToPath } from 'node:url';
import { defineConfig, type OxlintConfig } from 'oxlint';

type Rules = NonNullable<OxlintConfig['rules']>;

const purePackages = ['packages/ecg/**/*.ts', 'packages/domain/**/*.ts'];
const product = ['packages/*/src/**/*.{ts,tsx}'];

const errors = (scope: string, names: string): Rules =>
  Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [`${scope}/${name}`, 'error']),
  );

/** Errors and unnecessary code in any JavaScript. */
const plainRules: Rules = {
  ...errors(
    'eslint',
    `for-direction no-array-constructor no-async-promise-executor no-case-declarations no-compare-neg-zero no-cond-assign
    no-constant-binary-expression no-constant-condition no-debugger no-delete-var no-dupe-else-if no-duplicate-case
    no-empty no-empty-character-class no-empty-pattern no-empty-static-block no-ex-assign no-extra-boolean-cast
    no-fallthrough no-global-assign no-invalid-regexp no-irregular-whitespace no-loss-of-precision
    no-misleading-character-class no-nonoctal-decimal-escape no-prototype-builtins no-regex-spaces no-self-assign
    no-shadow-restricted-names no-sparse-arrays no-unassigned-vars no-unexpected-multiline no-unsafe-finally
    no-unsafe-optional-chaining no-unused-expressions no-unused-labels no-unused-private-class-members
    no-useless-assignment no-useless-backreference no-useless-catch no-useless-constructor no-useless-escape no-var
    prefer-const prefer-rest-params prefer-spread preserve-caught-error require-yield use-isnan valid-typeof`,
  ),
  'eslint/eqeqeq': 'error',
  'eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
  'eslint/no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'], location: 'anywhere' }],
};

/** Errors and unnecessary code that only types reveal. */
const typedRules: Rules = {
  ...errors(
    'typescript',
    `await-thenable ban-ts-comment consistent-type-exports no-array-delete no-base-to-string no-deprecated
    no-duplicate-enum-values no-duplicate-type-constituents no-dynamic-delete no-empty-object-type no-explicit-any
    no-extra-non-null-assertion no-extraneous-class no-floating-promises no-for-in-array no-implied-eval
    no-invalid-void-type no-meaningless-void-operator no-misused-new no-misused-promises no-misused-spread
    no-mixed-enums no-namespace no-non-null-asserted-nullish-coalescing no-non-null-asserted-optional-chain
    no-non-null-assertion no-redundant-type-constituents no-require-imports no-this-alias
    no-unnecessary-boolean-literal-compare no-unnecessary-template-expression no-unnecessary-type-arguments
    no-unnecessary-type-assertion no-unnecessary-type-constraint no-unnecessary-type-conversion
    no-unnecessary-type-parameters no-unsafe-argument no-unsafe-assignment no-unsafe-call no-unsafe-declaration-merging
    no-unsafe-enum-comparison no-unsafe-function-type no-unsafe-member-access no-unsafe-return no-unsafe-unary-minus
    no-useless-default-assignment no-wrapper-object-types prefer-as-const prefer-literal-enum-member
    prefer-namespace-keyword prefer-promise-reject-errors prefer-reduce-type-parameter prefer-return-this-type
    related-getter-setter-pairs switch-exhaustiveness-check triple-slash-reference unbound-method
    use-unknown-in-catch-callback-variable`,
  ),
  'typescript/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
  'typescript/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
  'typescript/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
  'typescript/only-throw-error': ['error', { allowRethrowing: true }],
  'typescript/restrict-plus-operands': [
    'error',
    {
      allowAny: false,
      allowBoolean: false,
      allowNullish: false,
      allowNumberAndString: false,
      allowRegExp: false,
    },
  ],
  'typescript/restrict-template-expressions': [
    'error',
    {
      allowAny: false,
      allowArray: false,
      allowBoolean: true,
      allowNever: false,
      allowNullish: false,
      allowNumber: true,
      allowRegExp: false,
    },
  ],
  'typescript/return-await': ['error', 'error-handling-correctness-only'],
};

/** The rules of hooks, and code that React's compiler does not support. */
const reactRules = errors(
  'react',
  `rules-of-hooks exhaustive-deps error-boundaries globals immutability incompatible-library
  preserve-manual-memoization purity refs set-state-in-effect set-state-in-render static-components unsupported-syntax
  use-memo`,
);

export const lintRules = defineConfig({
  plugins: ['eslint', 'typescript', 'react'],
  jsPlugins: [{ name: 'rhythmdesk', specifier: fileURLToPath(new URL('./lint-plugin.ts', import.meta.url)) }],
  categories: { correctness: 'off' },
  options: { typeAware: true, denyWarnings: true, respectEslintDisableDirectives: false },
  ignorePatterns: [
    '**/node_modules/**',
    '**/dist/**',
    '**/.*/**',
    '**/test-results/**',
    '**/playwright-report/**',
  ],
  rules: plainRules,
  overrides: [
    {
      files: ['**/*.ts', '**/*.tsx'],
      rules: { ...typedRules, ...errors('rhythmdesk', 'no-barrels full-import-names') },
    },
    { files: purePackages, rules: errors('rhythmdesk', 'no-clock-no-chance') },
    // In a declaration of platform types, `var` is the only keyword for a global.
    { files: ['**/*.d.ts'], rules: { 'eslint/no-var': 'off' } },
    { files: product, rules: { 'eslint/no-console': 'error' } },
    {
      files: ['packages/*/src/**/*.{test.ts,test.tsx,bench.ts}'],
      rules: { 'eslint/no-console': 'off' },
    },
    {
      files: ['packages/web/src/**/*.{ts,tsx}'],
      rules: {
        ...reactRules,
        ...errors('rhythmdesk', 'type-scale suspense-fallback browser-addresses own-names'),
      },
    },
    // Tests speak for a page at the root of a host, and the two modules define what everything else uses.
    {
      files: [
        'packages/web/src/**/{*.test,test-*}.{ts,tsx}',
        'packages/web/src/platform/{own-storage,address/base-path}.ts',
      ],
      rules: { 'rhythmdesk/browser-addresses': 'off', 'rhythmdesk/own-names': 'off' },
    },
    { files: ['packages/server/src/**/*.ts'], rules: errors('rhythmdesk', 'server-addresses') },
    {
      files: ['packages/server/src/**/{*.test,test-*}.ts'],
      rules: { 'rhythmdesk/server-addresses': 'off' },
    },
  ],
});
