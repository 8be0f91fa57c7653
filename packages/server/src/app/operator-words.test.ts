import { expect, test } from 'vitest';
import { WrongDatabase } from '../platform/db/database.ts';
import { MigrationFault } from '../platform/db/migrate.ts';
import { operatorWords } from './operator-words.ts';

const fault = (message: string, fields: object): Error => Object.assign(new Error(message), fields);

test.each([
  [
    fault('listen EADDRINUSE', { code: 'EADDRINUSE', syscall: 'listen', address: '127.0.0.1', port: 80 }),
    'The server cannot listen on port 80 of 127.0.0.1. Another program uses it. Change HOST, or the setting of this port.',
  ],
  [
    fault('EACCES: permission denied', { code: 'EACCES', syscall: 'mkdir', path: '/srv/x' }),
    'Cannot use /srv/x. This user has no permission for it (EACCES).',
  ],
  [
    new MigrationFault('This program is older than its database.'),
    'This program is older than its database.',
  ],
  [fault('The database did not start.', { code: 'postgres/not-started' }), 'The database did not start.'],
  [
    fault('connect ECONNREFUSED 127.0.0.1:1', { code: 'ECONNREFUSED', syscall: 'connect' }),
    'The database of DATABASE_URL does not answer: connect ECONNREFUSED 127.0.0.1:1.',
  ],
  [
    fault('getaddrinfo ENOTFOUND nowhere', {
      ...{ code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: 'nowhere' },
    }),
    'This machine finds no address for the name nowhere (ENOTFOUND). Correct the setting that has it, such as HOST or DATABASE_URL.',
  ],
  [
    fault('permission denied for schema public', { code: '42501' }),
    'The role that makes the tables may not do so: permission denied for schema public. DATABASE_OWNER_URL, or DATABASE_URL without it, must name the role that owns the database.',
  ],
  [
    fault('password authentication failed for user "x"', { code: '28P01' }),
    'The database of DATABASE_URL refuses the server: password authentication failed for user "x".',
  ],
  [
    fault('password authentication failed for user "o"', { code: '28P01', setting: 'DATABASE_OWNER_URL' }),
    'The database of DATABASE_OWNER_URL refuses the server: password authentication failed for user "o".',
  ],
  [
    fault('getaddrinfo ENOTFOUND pooler', {
      ...{ code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: 'pooler', setting: 'DATABASE_POOL_URL' },
    }),
    'This machine finds no address for the name pooler (ENOTFOUND). Correct DATABASE_POOL_URL.',
  ],
  [new WrongDatabase('The encoding is LATIN1.'), 'The encoding is LATIN1.'],
  // A missing file is no database that is away.
  [fault('ENOENT: rename', { code: 'ENOENT', syscall: 'rename' }), null],
  [new TypeError('x is not a function'), null],
])('%s', (given, words) => {
  expect(operatorWords(given)).toBe(words);
});
