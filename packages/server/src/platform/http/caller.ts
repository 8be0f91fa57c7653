/** Defines the caller of a request. It is read from the session on every request, never from a field of the request. */
import type { PasskeyProof } from '@rhythmdesk/contract/passkeys';
import type { RefusalCode } from '@rhythmdesk/domain/kit/refusal';
import type { GroupType, RoleKey } from '@rhythmdesk/domain/people/roles';
import type { Actor } from '@rhythmdesk/domain/people/scope';

export type Caller = {
  /** The row id of the user. */
  readonly id: number;
  /** The login id. */
  readonly user_id: string;
  readonly name: string;
  readonly role_key: RoleKey;
  readonly user_group: {
    readonly id: number;
    readonly name: string;
    readonly type: GroupType;
    /** IANA name of the zone in which the group's days begin and end. */
    readonly time_zone: string;
  };
  readonly must_change_password: boolean;
  /** The session may only set up a second factor. */
  readonly must_enrol: boolean;
  /** The facts about the caller that the rules of `domain/people` use. */
  readonly actor: Actor;
  /** The SMART scopes of a token, which is valid for the FHIR interface alone. */
  readonly fhir_scopes?: readonly string[];
  readonly session: { readonly token_hash: Buffer; readonly expires_at: Date };
};

/** The user who requests data, with or without a session: a job also reads for users who have signed out. */
export type Asking = Omit<Caller, 'must_change_password' | 'must_enrol' | 'session' | 'fhir_scopes'>;

/** The user who acts on a case: a caller, or the user of an upload whose tab was closed long ago. */
export type Acting = Pick<Caller, 'id' | 'name' | 'role_key' | 'actor'> & {
  readonly user_group: { readonly id: number };
};

export type Identified = { readonly caller: Caller } | { readonly refused: RefusalCode };

/** Returns the caller of a bearer token. `features/people` implements it; `app` passes it to the binder. */
export type Identify = (token: string) => Promise<Identified>;

/** Returns the caller of a session that is still valid, else null. It does not count as activity. For open streams. */
export type StillGood = (tokenHash: Buffer) => Promise<Caller | null>;

/**
 * Checks the caller's own password. Wrong passwords are counted for the session only, apart from sign-ins, so that
 * nobody outside can prevent the owner from signing. A caller who must wait is refused. Never call it inside a
 * transaction: its counts must remain if the caller's work is rolled back.
 */
export type CheckPassword = (caller: Caller, password: string) => Promise<boolean>;

/**
 * Accepts a provider's confirmation of the user in place of the password, once and for this session; throws a refusal
 * otherwise.
 */
export type CheckProviderProof = (caller: Caller, ticket: string) => Promise<void>;

/** Accepts a passkey of the caller in place of the password, once for each challenge; throws a refusal otherwise. */
export type CheckPasskey = (caller: Caller, proof: PasskeyProof) => Promise<void>;

const bearer = /^bearer +([A-Za-z0-9_-]{16,512})$/i;

/** Returns the token of an `Authorization` header; `'missing'` without a header, `'malformed'` for any other shape. */
export function bearerToken(header: string | undefined): { token: string } | 'missing' | 'malformed' {
  if (header === undefined) return 'missing';
  const token = bearer.exec(header)?.[1];
  return token === undefined ? 'malformed' : { token };
}
