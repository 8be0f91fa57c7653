/** Defines the repository's own lint rules, for what no rule of the linter covers. */
import { definePlugin, type ESTree, type Rule } from '@oxlint/plugins';
import { browserAddresses, ownNames, serverAddresses } from './address-rules.ts';

const noBarrels: Rule = {
  createOnce(context) {
    const message = 'No barrels: import from the file that defines it.';
    return {
      ExportAllDeclaration(node) {
        context.report({ node, message });
      },
      ExportNamedDeclaration(node) {
        if (node.source !== null) context.report({ node, message });
      },
    };
  },
};

const withoutExtension = /^\.{1,2}\/(?!.*\.[a-z0-9]+(\?.*)?$)/;

const fullImportNames: Rule = {
  createOnce(context) {
    const message = 'A relative import ends in its file’s extension; Node does not guess it.';
    const judge = (source: ESTree.Expression): void => {
      if (
        source.type === 'Literal' &&
        typeof source.value === 'string' &&
        withoutExtension.test(source.value)
      )
        context.report({ node: source, message });
    };
    return {
      ImportDeclaration: ({ source }) => {
        judge(source);
      },
      ImportExpression: ({ source }) => {
        judge(source);
      },
    };
  },
};

const called = ({ callee }: ESTree.CallExpression): string => {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier') return '';
  return callee.property.type === 'Identifier' ? `${callee.object.name}.${callee.property.name}` : '';
};

const noClockNoChance: Rule = {
  createOnce(context) {
    const clock = 'Time is an argument here.';
    return {
      CallExpression(node) {
        const name = called(node);
        if (name === 'Date' || name === 'Date.now') context.report({ node, message: clock });
        if (name === 'Math.random') context.report({ node, message: 'Random numbers are an argument here.' });
      },
      NewExpression(node) {
        const { callee } = node;
        if (callee.type === 'Identifier' && callee.name === 'Date' && node.arguments.length === 0)
          context.report({ node, message: clock });
      },
    };
  },
};

/** The sizes of `textSize` in the page's type scale. */
const scalePx = [28, 20, 16, 15, 14, 13, 12, 11];

const isWritten = (value: ESTree.Node): boolean => {
  if (value.type === 'ConditionalExpression')
    return isWritten(value.consequent) || isWritten(value.alternate);
  return value.type === 'Literal' && !String(value.value).startsWith('calc(var(');
};

const typeScale: Rule = {
  createOnce(context) {
    return {
      Property(node) {
        const { key, value } = node;
        if (key.type === 'Identifier' && key.name === 'fontSize' && isWritten(value))
          context.report({
            node,
            message: 'A font size is one of `textSize`, or a Typography variant.',
          });
      },
      AssignmentExpression({ left, right }) {
        if (left.type !== 'MemberExpression' || left.property.type !== 'Identifier') return;
        if (left.property.name !== 'font' || right.type !== 'TemplateLiteral') return;
        const px = right.quasis.flatMap(({ value }) => value.raw.match(/[\d.]+(?=px)/g) ?? []);
        if (px.some((size) => !scalePx.includes(Number(size))))
          context.report({ node: right, message: 'The canvas uses the sizes of the type scale too.' });
      },
    };
  },
};

const suspenseFallback: Rule = {
  createOnce(context) {
    const message =
      'A Suspense names its fallback. A dialog or menu whose code is loaded on demand is drawn in a DialogSlot, which keeps keys for it.';
    return {
      JSXOpeningElement(node) {
        const { name, attributes } = node;
        if (name.type !== 'JSXIdentifier' || name.name !== 'Suspense') return;
        const hasFallback = attributes.some(
          (one) =>
            one.type === 'JSXAttribute' && one.name.type === 'JSXIdentifier' && one.name.name === 'fallback',
        );
        if (!hasFallback) context.report({ node, message });
      },
    };
  },
};

export default definePlugin({
  meta: { name: 'rhythmdesk' },
  rules: {
    'no-barrels': noBarrels,
    'full-import-names': fullImportNames,
    'no-clock-no-chance': noClockNoChance,
    'type-scale': typeScale,
    'suspense-fallback': suspenseFallback,
    'browser-addresses': browserAddresses,
    'own-names': ownNames,
    'server-addresses': serverAddresses,
  },
});
