import { defineRoutes } from '@rhythmdesk/contract/route';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { apiText } from './api-text.ts';
import { putBetweenMarks } from './between-marks.ts';
import { stalePages, writePages } from './stale-pages.ts';

test('a route becomes a row with its callers, and its first path part a chapter', () => {
  const text = apiText(
    defineRoutes({
      login: {
        method: 'POST',
        path: 'auth/login',
        allow: 'anyone',
        audit: 'none',
        summary: 'Sign in.',
        input: z.strictObject({ user_id: z.string() }),
        output: z.object({}),
      },
      tile: {
        method: 'GET',
        path: 'recording/:case_id',
        allow: 'recording.read',
        audit: 'none',
        summary: 'Bytes.',
        input: z.strictObject({ case_id: z.number() }),
        output: { binary: 'application/octet-stream' },
      },
    }),
  );
  expect(text).toContain('## auth\n');
  expect(text).toContain(
    '| `POST` | `auth/login` | anyone, without a session | `user_id` | JSON | Sign in. |',
  );
  expect(text).toMatch(
    /\| `GET` \| `recording\/:case_id` \| DOCTOR, TECHNICIAN, .* \| `application\/octet-stream` \|/,
  );
});

test('only the part between the marks is replaced', () => {
  const page = 'before\n<!-- settings: made by npm run docs -->\nold\n<!-- /settings -->\nafter\n';
  const made = putBetweenMarks(page, 'settings', 'new\n') ?? '';
  expect(made).toBe('before\n<!-- settings: made by npm run docs -->\n\nnew\n\n<!-- /settings -->\nafter\n');
  expect(putBetweenMarks(made, 'settings', 'new\n')).toBe(made);
  expect(putBetweenMarks('no marks', 'settings', 'new')).toBeUndefined();
});

test('an outdated page is named, written once, and then up to date', () => {
  const root = mkdtempSync(join(tmpdir(), 'rhythmdesk-docs-'));
  mkdirSync(join(root, 'docs'));
  writeFileSync(join(root, 'docs/good.md'), 'good');
  const pages = [
    { path: 'docs/good.md', make: () => 'good' },
    { path: 'docs/old.md', make: () => 'new' },
    { path: 'docs/impossible.md', make: () => undefined },
  ];
  const stale = stalePages(root, pages);
  expect(stale.map(({ path }) => path)).toEqual(['docs/old.md', 'docs/impossible.md']);
  expect(writePages(root, stale)).toEqual(['docs/impossible.md']);
  expect(readFileSync(join(root, 'docs/old.md'), 'utf8')).toBe('new');
  expect(stalePages(root, pages.slice(0, 2))).toEqual([]);
  rmSync(root, { recursive: true });
});
