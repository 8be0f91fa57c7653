/** Who calls: read anew from the session on every request, never from a field of the request. */
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
    /** IANA name: the zone in which the group's days begin and end. */
    readonly time_zone: string;
  };
  readonly must_change_password: boolean;
  /** The session may do nothing but set up a second factor. */
  readonly must_enrol: boolean;
  /** What the rules of `domain/people` ask about. */
  readonly actor: Actor;
  readonly session: { readonly token_hash: Buffer; readonly expires_at: Date };
};

/** Who asks, with a session or without one: a job reads for somebody who has long gone home. */
export type Asking = Omit<Caller, 'must_change_password' | 'must_enrol' | 'session'>;

/** Who acts on a case: a caller, or the user of an upload whose tab is long closed. */
export type Acting = Pick<Caller, 'id' | 'name' | 'role_key' | 'actor'> & {
  readonly user_group: { readonly id: number };
};

export type Identified = { readonly caller: Caller } | { readonly refused: RefusalCode };

/** Turns a bearer token into its caller. `features/people` implements it; `app` hands it to the binder. */
export type Identify = (token: string) => Promise<Identified>;

/** The caller of a session that is still good, else null. Asking is no activity. For what stays open. */
export type StillGood = (tokenHash: Buffer) => Promise<Caller | null>;

/**
 * Is this the caller's own password? Wrong ones count for the session alone, apart from sign-ins, so that nobody outside
 * keeps the owner from signing; a caller who must wait is refused.
 * Never inside a transaction: what it counts must stay when the caller's work is rolled back.
 */
export type CheckPassword = (caller: Caller, password: string) => Promise<boolean>;

/** What the caller's provider said of who is there now, for this session and once, in place of the password; else the refusal. */
export type CheckProviderProof = (caller: Caller, ticket: string) => Promise<void>;

const bearer = /^bearer +([A-Za-z0-9_-]{16,512})$/i;

/** The token of an `Authorization` header; `'missing'` without a header, `'malformed'` for any other shape. */
export function bearerToken(header: string | undefined): { token: string } | 'missing' | 'malformed' {
  if (header === undefined) return 'missing';
  const token = bearer.exec(header)?.[1];
  return token === undefined ? 'malformed' : { token };
}
