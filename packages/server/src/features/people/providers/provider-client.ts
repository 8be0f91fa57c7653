/**
 * Signs users in at one identity provider by the authorization code flow of OpenID Connect with PKCE, state and nonce.
 * The signature of the id token is verified with the provider's keys although the token comes over an encrypted
 * connection.
 *
 * Invariants: a provider that does not answer within seconds is `auth/provider-down`; everything that does not prove
 * the identity is `auth/provider-refused`. The log contains the reason, without a token or a claim.
 */
import * as oidc from 'openid-client';
import { z } from 'zod';
import { Refusal } from '../../../platform/http/refusal.ts';
import type { ProviderSettings } from './read-providers.ts';

/** What the server stores between the two halves of the flow; the browser never gets it. */
type AuthorizationRequest = { readonly state: string; readonly nonce: string; readonly verifier: string };

export type ProviderClaims = {
  readonly issuer: string;
  readonly subject: string;
  /** Null unless the provider confirms with the boolean true that it has verified the address. */
  readonly email: string | null;
  readonly name: string;
  readonly user_name: string;
  /** True if the provider asked for a second factor, according to the values listed in the settings. */
  readonly mfa: boolean;
  readonly auth_time_ms: number | null;
};

type Returned = {
  readonly state: string;
  readonly code?: string | undefined;
  readonly iss?: string | undefined;
  readonly error?: string | undefined;
};

export type ProviderFault = {
  readonly provider: string;
  readonly code: string;
  readonly message: string;
};

export type ClientOptions = {
  readonly redirect_uri: string;
  readonly timeout_ms: number;
  readonly onFault: (fault: ProviderFault) => void;
};

export type Provider = {
  readonly settings: ProviderSettings;
  /** Returns the address to which the browser is sent. With `again` the person has to sign in at the provider again. */
  readonly begin: (
    again: boolean,
    now: Date,
  ) => Promise<{ url: string; authorizationRequest: AuthorizationRequest }>;
  readonly finish: (
    authorizationRequest: AuthorizationRequest,
    returned: Returned,
    now: Date,
  ) => Promise<ProviderClaims>;
};

/** How long the provider's published configuration is cached. */
const keptMs = 3_600_000;

const claimsShape = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(255),
  email: z.string().max(254).optional(),
  email_verified: z.unknown().optional(),
  name: z.string().optional(),
  preferred_username: z.string().optional(),
  amr: z.array(z.string()).optional(),
  acr: z.string().optional(),
  auth_time: z.number().optional(),
});
type Claims = z.output<typeof claimsShape>;

function clientAuth({ client_secret, client_authentication }: ProviderSettings): oidc.ClientAuth {
  if (client_secret === undefined) return oidc.None();
  return client_authentication === 'client_secret_post'
    ? oidc.ClientSecretPost(client_secret)
    : oidc.ClientSecretBasic(client_secret);
}

async function discover(settings: ProviderSettings, timeout_ms: number): Promise<oidc.Configuration> {
  return oidc.discovery(new URL(settings.issuer), settings.client_id, {}, clientAuth(settings), {
    execute: [oidc.enableNonRepudiationChecks],
    timeout: timeout_ms / 1000,
  });
}

const codeOf = (fault: unknown): string => {
  const code: unknown = typeof fault === 'object' && fault !== null ? Reflect.get(fault, 'code') : undefined;
  return typeof code === 'string' ? code : '';
};

/** Returns the HTTP status of the response that caused the fault, if there was one. */
function statusOf(fault: unknown): number | null {
  if (!(fault instanceof Error)) return null;
  if (fault.cause instanceof Response) return fault.cause.status;
  return fault.cause instanceof Error ? statusOf(fault.cause) : null;
}

function isAway(fault: unknown): boolean {
  if (codeOf(fault) === 'OAUTH_TIMEOUT') return true;
  const status = statusOf(fault);
  if (status !== null) return status >= 500 || status === 429;
  return fault instanceof TypeError && fault.message === 'fetch failed';
}

function verifiedEmail({ email, email_verified }: Claims): string | null {
  return email_verified === true && email !== undefined && email !== '' ? email : null;
}

function claimsOf({ mfa }: ProviderSettings, claims: Claims): ProviderClaims {
  const { amr = [], acr = '', auth_time } = claims;
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: verifiedEmail(claims),
    name: claims.name ?? '',
    user_name: claims.preferred_username ?? '',
    mfa: amr.some((method) => mfa.amr.includes(method)) || mfa.acr.includes(acr),
    auth_time_ms: auth_time === undefined ? null : auth_time * 1000,
  };
}

function addressOf(redirect_uri: string, { state, code, iss, error }: Returned): URL {
  const address = new URL(redirect_uri);
  for (const [name, value] of Object.entries({ state, code, iss, error })) {
    if (value !== undefined) address.searchParams.set(name, value);
  }
  return address;
}

/** Returns the claims of the id token and those of the userinfo endpoint. */
async function exchange(
  configuration: oidc.Configuration,
  address: URL,
  authorizationRequest: AuthorizationRequest,
) {
  const tokens = await oidc.authorizationCodeGrant(configuration, address, {
    expectedState: authorizationRequest.state,
    expectedNonce: authorizationRequest.nonce,
    pkceCodeVerifier: authorizationRequest.verifier,
    idTokenExpected: true,
  });
  const claims = claimsShape.parse(tokens.claims());
  const { userinfo_endpoint } = configuration.serverMetadata();
  if (claims.email !== undefined || userinfo_endpoint === undefined) return claims;
  const { email, email_verified, name, preferred_username } = claimsShape
    .partial()
    .parse(await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub));
  return claimsShape.parse({ name, preferred_username, ...claims, email, email_verified });
}

export function openProvider(settings: ProviderSettings, options: ClientOptions): Provider {
  let found: { readonly at_ms: number; readonly configuration: oidc.Configuration } | null = null;
  const judged = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (fault) {
      const message = fault instanceof Error ? fault.message : 'no error';
      options.onFault({ provider: settings.provider, code: codeOf(fault), message });
      throw new Refusal(isAway(fault) ? 'auth/provider-down' : 'auth/provider-refused');
    }
  };
  const configurationAt = async (now: Date): Promise<oidc.Configuration> => {
    if (found !== null && now.getTime() - found.at_ms < keptMs) return found.configuration;
    const configuration = await discover(settings, options.timeout_ms);
    found = { at_ms: now.getTime(), configuration };
    return configuration;
  };
  return {
    settings,
    begin: (again, now) =>
      judged(async () => {
        const authorizationRequest = {
          state: oidc.randomState(),
          nonce: oidc.randomNonce(),
          verifier: oidc.randomPKCECodeVerifier(),
        };
        const url = oidc.buildAuthorizationUrl(await configurationAt(now), {
          redirect_uri: options.redirect_uri,
          scope: 'openid email profile',
          state: authorizationRequest.state,
          nonce: authorizationRequest.nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(authorizationRequest.verifier),
          code_challenge_method: 'S256',
          ...(again ? { prompt: 'login', max_age: '0' } : {}),
        });
        return { url: url.href, authorizationRequest };
      }),
    finish: (authorizationRequest, returned, now) =>
      judged(async () => {
        const address = addressOf(options.redirect_uri, returned);
        return claimsOf(settings, await exchange(await configurationAt(now), address, authorizationRequest));
      }),
  };
}
