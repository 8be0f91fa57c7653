import { expect, test } from 'vitest';
import { unfit } from './database.ts';

const fit = { version: 150_000, encoding: 'UTF8', is_superuser: false };

test('PostgreSQL 15 and newer with UTF-8 and a plain role are accepted', () => {
  expect(unfit(fit)).toBeNull();
  expect(unfit({ ...fit, version: 180_004 })).toBeNull();
});

test('an older server, another encoding and a superuser are refused in plain words', () => {
  expect(unfit({ ...fit, version: 140_017 })).toBe(
    'DATABASE_URL leads to PostgreSQL 14; 15 or newer is needed.',
  );
  expect(unfit({ ...fit, encoding: 'SQL_ASCII' })).toContain('SQL_ASCII');
  expect(unfit({ ...fit, is_superuser: true })).toContain('superuser');
});
