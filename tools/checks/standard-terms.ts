/**
 * Checks that declared names use standard terms of cardiology and software. A name that contains one of these vague
 * everyday words is refused, and the message lists the proper terms. Data fields (snake_case) keep the names of the
 * API.
 */
import type { ESTree, Rule } from '@oxlint/plugins';

const terms: ReadonlyMap<string, string> = new Map([
  ...['asked', 'unasked'].map((word) => [word, 'query, request, required'] as const),
  ...['tell', 'tells', 'telling', 'tellings', 'teller'].map(
    (word) => [word, 'notify, report, send'] as const,
  ),
  ...['told', 'untold'].map((word) => [word, 'notified, sent, recorded'] as const),
  ['whom', 'recipients'],
  ['glyph', 'sparkline'],
  ['spot', 'window'],
  ['doubt', 'expected error, uncertain'],
]);

const wordsOf = (name: string): string[] =>
  name.includes('_')
    ? []
    : name
        .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
        .toLowerCase()
        .split(' ');

type Named = { readonly name: string; readonly node: ESTree.Node };

/** Returns the names that a pattern declares: `{ a: b, c = 1, ...d }` declares b, c and d. */
function declaredBy(pattern: ESTree.Node | null): Named[] {
  if (pattern === null) return [];
  if (pattern.type === 'Identifier') return [{ name: pattern.name, node: pattern }];
  if (pattern.type === 'ObjectPattern') {
    return pattern.properties.flatMap((one) => declaredBy(one.type === 'Property' ? one.value : one));
  }
  if (pattern.type === 'ArrayPattern') return pattern.elements.flatMap((one) => declaredBy(one));
  if (pattern.type === 'AssignmentPattern') return declaredBy(pattern.left);
  return pattern.type === 'RestElement' ? declaredBy(pattern.argument) : [];
}

export const standardTerms: Rule = {
  createOnce(context) {
    const judge = (pattern: ESTree.Node | null): void => {
      for (const { name, node } of declaredBy(pattern)) {
        const term = wordsOf(name).flatMap((word) => terms.get(word) ?? [])[0];
        if (term !== undefined) context.report({ node, message: `“${name}”: ${term}, or what it contains.` });
      }
    };
    const judgeAll = (patterns: readonly (ESTree.Node | null)[]): void => {
      for (const pattern of patterns) judge(pattern);
    };
    return {
      VariableDeclarator: ({ id }) => judge(id),
      FunctionDeclaration: ({ id, params }) => judgeAll([id, ...params]),
      FunctionExpression: ({ id, params }) => judgeAll([id, ...params]),
      ArrowFunctionExpression: ({ params }) => judgeAll(params),
      TSTypeAliasDeclaration: ({ id }) => judge(id),
      TSInterfaceDeclaration: ({ id }) => judge(id),
      TSPropertySignature: ({ key }) => judge(key),
    };
  },
};
