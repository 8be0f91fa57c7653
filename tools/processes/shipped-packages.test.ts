import { expect, test } from 'vitest';
import { repositoryRoot } from './repository.ts';
import { readLock, shippedPackages } from './shipped-packages.ts';

const one = { version: '1.0.0', license: 'MIT' };

test('the packages of the page count as shipped, with their dependencies; development tools do not', () => {
  const lock = {
    packages: {
      '': {},
      'packages/server': { devDependencies: { smtp: '1.0.0', '@expo-google-fonts/noto': '1.0.0' } },
      'packages/web': { devDependencies: { react: '1.0.0', '@types/react': '1.0.0' } },
      'node_modules/@rhythmdesk/web': { link: true },
      'node_modules/fastify': one,
      'node_modules/react': { ...one, dev: true, dependencies: { scheduler: '^1.0.0' } },
      'node_modules/react/node_modules/scheduler': { ...one, version: '2.0.0', dev: true },
      'node_modules/scheduler': { ...one, dev: true },
      'node_modules/@types/react': { ...one, dev: true },
      'node_modules/@expo-google-fonts/noto': { ...one, dev: true },
      'node_modules/smtp': { ...one, dev: true },
    },
  };
  expect(shippedPackages(lock).map(({ name, version }) => `${name} ${version}`)).toEqual([
    'fastify 1.0.0',
    'react 1.0.0',
    'scheduler 2.0.0',
    '@expo-google-fonts/noto 1.0.0',
  ]);
});

test('every package of the product states its licence', () => {
  const silent = shippedPackages(readLock(repositoryRoot)).filter(({ license }) => license === 'not stated');
  expect(silent).toEqual([]);
});
