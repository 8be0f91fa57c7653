/**
 * Makes tests import each icon from its own module. The icons' package loads all its modules for one icon, which took
 * every process of a component test 1.6 seconds; the build of the page leaves out unused modules.
 */
import type { Plugin } from 'vite';

const named = /^import \{([^}]+)\} from '@phosphor-icons\/react';/gm;

/** Returns the import of one name, `XIcon` or `XIcon as Cross`; a type has no module. */
function importOf(name: string): string {
  if (name.startsWith('type ')) return `import type { ${name.slice(5)} } from '@phosphor-icons/react';`;
  const [icon = ''] = name.split(' as ');
  return `import { ${name} } from '@phosphor-icons/react/dist/csr/${icon.replace(/Icon$/, '')}';`;
}

/** Returns the same code with separate imports, on the same lines. */
export function importIconsOneByOne(code: string): string {
  return code.replaceAll(named, (statement, names: string) => {
    const each = names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '');
    return each.map(importOf).join(' ') + '\n'.repeat(statement.split('\n').length - 1);
  });
}

export const iconsOneByOne: Plugin = {
  name: 'icons-one-by-one',
  enforce: 'pre',
  transform: (code, id) =>
    id.includes('/web/src/') && code.includes('@phosphor-icons/react')
      ? { code: importIconsOneByOne(code), map: null }
      : undefined,
};
