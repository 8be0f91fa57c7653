import { expect, test } from 'vitest';
import { importIconsOneByOne } from './icons-one-by-one.ts';

test('each icon has its own module, and no line moves', () => {
  const code = `import {
  BellIcon,
  XIcon as Cross,
  type Icon,
} from '@phosphor-icons/react';
import { useState } from 'react';
`;
  const own = '@phosphor-icons/react/dist/csr/';
  expect(importIconsOneByOne(code).split('\n')).toEqual([
    `import { BellIcon } from '${own}Bell'; import { XIcon as Cross } from '${own}X'; import type { Icon } from '@phosphor-icons/react';`,
    ...['', '', '', '', "import { useState } from 'react';", ''],
  ]);
});
