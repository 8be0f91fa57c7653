/**
 * Reads the identity providers of an installation (`OIDC_FILE`): how each is called and which institutions it serves.
 * Both are in one file, because the right to vouch for an institution belongs with the provider's secret: a user who
 * can edit institutions cannot connect one to another institution's provider.
 */
import { readFile } from 'node:fs/promises';
import { providerKey } from '@rhythmdesk/contract/providers';
import { z } from 'zod';
import { WrongSettings } from '../../../platform/config/config.ts';

const issuer = z.url({ protocol: /^https$/ }).refine((text) => {
  const { search, hash } = new URL(text);
  return search === '' && hash === '';
});

const values = z.array(z.string().min(1).max(200)).max(20).default([]);

const entry = z.strictObject({
  provider: providerKey,
  name: z.string().trim().min(1).max(60),
  issuer,
  client_id: z.string().min(1).max(300),
  client_secret: z.string().min(1).max(1000).optional(),
  client_authentication: z.enum(['client_secret_basic', 'client_secret_post']).default('client_secret_basic'),
  register_codes: z.array(z.string().min(1).max(20)).min(1).max(500),
  listed: z.boolean().default(true),
  /** The values by which the provider says that it asked for a second factor. Only values listed here count. */
  mfa: z.strictObject({ amr: values, acr: values }).default({ amr: [], acr: [] }),
});
export type ProviderSettings = z.output<typeof entry>;

const distinct = (list: readonly ProviderSettings[], of: (one: ProviderSettings) => string): boolean =>
  new Set(list.map(of)).size === list.length;

const file = z
  .array(entry)
  .max(500)
  .refine((list) => distinct(list, ({ provider }) => provider), { error: 'provider: the same twice' })
  .refine((list) => distinct(list, (one) => one.issuer), { error: 'issuer: the same twice' });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Reads the file. Throws `WrongSettings` with the paths of the wrong values but never the values, which might be
 * secrets.
 */
export async function readProviders(path: string): Promise<readonly ProviderSettings[]> {
  const wrong = (why: string): WrongSettings =>
    new WrongSettings(['OIDC_FILE'], `Wrong settings. OIDC_FILE: ${why}. See docs/operating.md.`);
  const text = await readFile(path, 'utf8').catch(() => {
    throw wrong('the file cannot be read');
  });
  const read = file.safeParse(parsed(text));
  if (read.success) return read.data;
  const places = read.error.issues.map(({ path: place, code, message }) =>
    code === 'custom' ? message : place.length === 0 ? 'a list of providers is expected' : place.join('.'),
  );
  throw wrong([...new Set(places)].join(', '));
}
