/** Lists the identity providers of this installation by name and by the institutions that they serve. */
import type { ProviderSettings } from './read-providers.ts';
import { openProvider, type ClientOptions, type Provider } from './provider-client.ts';

/**
 * The codes by which providers serve a user: the register code of the institution, or for a team that of its center.
 */
export type Served = { readonly register_code: string | null; readonly center_code: string | null };

export type Providers = {
  /** Providers that the sign-in page shows to everybody. */
  readonly listed: readonly Provider[];
  readonly named: (key: string) => Provider | null;
  readonly ofIssuer: (issuer: string) => Provider | null;
  readonly serving: (served: Served) => readonly Provider[];
};

export function serves({ settings }: Provider, { register_code, center_code }: Served): boolean {
  const { register_codes } = settings;
  return [register_code, center_code].some((code) => code !== null && register_codes.includes(code));
}

export function openProviders(list: readonly ProviderSettings[], options: ClientOptions): Providers {
  const all = list.map((settings) => openProvider(settings, options));
  return {
    listed: all.filter(({ settings }) => settings.listed),
    named: (key) => all.find(({ settings }) => settings.provider === key) ?? null,
    ofIssuer: (issuer) => all.find(({ settings }) => settings.issuer === issuer) ?? null,
    serving: (served) => all.filter((provider) => serves(provider, served)),
  };
}
