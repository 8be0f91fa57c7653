/**
 * Defines the lint rules about a product that shares its host with others: its addresses contain the path under which it
 * is installed, and what it names in the browser has a name of its own (`platform/address/base-path.ts` of the page).
 */
import type { ESTree, Rule } from '@oxlint/plugins';

const bases = new Set(['apiBase', 'fhirBase', 'healthLinkBase']);

const ofRoot = /^\/(?!\/)/;

/** Returns whether a text that this code writes begins with a slash, or with the base of an interface. */
function beginsAtRoot(node: ESTree.Node | null | undefined): boolean {
  if (node === null || node === undefined) return false;
  if (node.type === 'Literal') return typeof node.value === 'string' && ofRoot.test(node.value);
  if (node.type === 'Identifier') return bases.has(node.name);
  if (node.type === 'BinaryExpression') return beginsAtRoot(node.left);
  if (node.type === 'JSXExpressionContainer') return beginsAtRoot(node.expression);
  if (node.type !== 'TemplateLiteral') return false;
  const first = node.quasis[0]?.value.raw ?? '';
  return first === '' ? beginsAtRoot(node.expressions[0]) : ofRoot.test(first);
}

/** Returns `object.method` or `function` of a call; `window.` in front is left out. */
function nameOf(callee: ESTree.Node): string {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return '';
  const object = nameOf(callee.object);
  return object === '' || object === 'window' ? callee.property.name : `${object}.${callee.property.name}`;
}

/** Calls that take an address, and its place among their arguments. */
const addressed: Readonly<Record<string, number>> = {
  ...{ fetch: 0, open: 0, Worker: 0, EventSource: 0, 'location.assign': 0, 'location.replace': 0 },
  ...{ 'history.pushState': 2, 'history.replaceState': 2 },
  ...{ 'navigator.serviceWorker.register': 0, 'navigator.serviceWorker.getRegistration': 0 },
};

/** `location` alone may be a location of the router. */
const isWindowLocation = (node: ESTree.Node | null): boolean =>
  node?.type === 'MemberExpression' && nameOf(node) === 'location';

const isNamed = (node: ESTree.Node, name: string): boolean =>
  node.type === 'Identifier' && node.name === name;

/** Addresses that the page gives to the browser. The router adds the path to its own. */
export const browserAddresses: Rule = {
  createOnce(context) {
    const message =
      'An address for the browser is a browserAddress: the product may be under a path of its host.';
    const path = 'The path of the page is shownPath(): the product may be under a path of its host.';
    const judge = (callee: ESTree.Node, given: readonly ESTree.Node[]): void => {
      const address = given[addressed[nameOf(callee)] ?? Number.NaN];
      if (beginsAtRoot(address)) context.report({ node: callee, message });
    };
    return {
      CallExpression(node) {
        judge(node.callee, node.arguments);
      },
      NewExpression(node) {
        judge(node.callee, node.arguments);
      },
      JSXAttribute(node) {
        const { name, value } = node;
        if (name.type !== 'JSXIdentifier' || !['href', 'src', 'action'].includes(name.name)) return;
        if (beginsAtRoot(value)) context.report({ node, message });
      },
      MemberExpression(node) {
        if (isWindowLocation(node.object) && isNamed(node.property, 'pathname'))
          context.report({ node, message: path });
      },
      VariableDeclarator({ id, init }) {
        if (id.type !== 'ObjectPattern' || !isWindowLocation(init)) return;
        for (const each of id.properties)
          if (each.type === 'Property' && isNamed(each.key, 'pathname'))
            context.report({ node: each, message: path });
      },
    };
  },
};

/** Calls that name something which all pages of a host share, and the place of the name among their arguments. */
const naming: Readonly<Record<string, number>> = {
  ...{ BroadcastChannel: 0, 'indexedDB.open': 0, 'navigator.locks.request': 0, open: 1 },
};

const isOwnName = (node: ESTree.Node | undefined): boolean =>
  node?.type === 'CallExpression' && nameOf(node.callee) === 'ownName';

/** Names in the browser, which two installations of one host would otherwise share. */
export const ownNames: Rule = {
  createOnce(context) {
    const message = 'Another product of the host may use this name: write ownName(…).';
    const judge = (callee: ESTree.Node, given: readonly ESTree.Node[]): void => {
      const called = nameOf(callee);
      if (called === 'open' && callee.type === 'Identifier') return;
      const name = given[naming[called] ?? Number.NaN];
      if (name !== undefined && !isOwnName(name)) context.report({ node: callee, message });
    };
    return {
      CallExpression(node) {
        judge(node.callee, node.arguments);
      },
      NewExpression(node) {
        judge(node.callee, node.arguments);
      },
      Identifier(node) {
        if (node.name === 'localStorage' || node.name === 'sessionStorage')
          context.report({
            node,
            message: 'Store it by browserStorage or tabStorage, under a name of this installation.',
          });
      },
    };
  },
};

const inMarkup = / (?:href|src|action)=["']?\/(?!\/)/;

/** Addresses that the server writes into markup and headers. */
export const serverAddresses: Rule = {
  createOnce(context) {
    const message = 'An address of the server begins with its base path: it may be under a path of its host.';
    const markup = (node: ESTree.Node, text: string): void => {
      if (inMarkup.test(text)) context.report({ node, message });
    };
    return {
      Literal(node) {
        if (typeof node.value === 'string') markup(node, node.value);
      },
      TemplateElement(node) {
        markup(node, node.value.raw);
      },
      CallExpression({ callee, arguments: given }) {
        if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
        const { name } = callee.property;
        const [first, second] = given;
        const isLocation = first?.type === 'Literal' && String(first.value).toLowerCase() === 'location';
        const address = name === 'redirect' ? first : name === 'header' && isLocation ? second : undefined;
        if (beginsAtRoot(address)) context.report({ node: callee, message });
      },
      Property({ key, value }) {
        const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? key.value : '';
        if (name === 'location' && beginsAtRoot(value)) context.report({ node: value, message });
      },
    };
  },
};
