/**
 * Defines what an API key of an institution may do. A key has the role of its kind of institution, limited to the
 * scopes that were chosen for it. Each scope is a permission of the matrix. Nothing that needs a person (signing,
 * verifying, an own account, administration) is a scope.
 */
import type { Permission } from './permissions.ts';
import { can } from './can.ts';
import { levelOf, type GroupType, type RoleKey } from './roles.ts';

export const keyScopes = [
  'case.read',
  'case.create',
  'case.edit_patient',
  'case.request',
  'case.cancel_request',
  'case.close',
  'case.history',
  'case.comment',
  'case.export',
  'recording.read',
  'file.signal',
  'file.report',
  'upload.history',
  'statistics.read',
  'institution.read',
] as const satisfies readonly Permission[];
export type KeyScope = (typeof keyScopes)[number];

const withoutCases: ReadonlySet<KeyScope> = new Set([
  'upload.history',
  'statistics.read',
  'institution.read',
]);

/** Adds `case.read` if a scope needs it: a case that its creator cannot read cannot be created. Returns each scope once. */
export function completeScopes(chosen: readonly KeyScope[]): KeyScope[] {
  const readsCases = chosen.some((scope) => !withoutCases.has(scope));
  return keyScopes.filter((scope) => chosen.includes(scope) || (scope === 'case.read' && readsCases));
}

/** The role of a key by its institution. Teams and the product's own administration have no keys. */
const keyRoles: Partial<Record<GroupType, RoleKey>> = {
  hospital: 'DOCTOR',
  logistics: 'LOGISTICS',
  tech_center: 'MANAGER',
  distributer: 'MANAGER',
};

export const keyRole = (type: GroupType): RoleKey | null => keyRoles[type] ?? null;

/** Returns the scopes that a key of this kind of institution can have. */
export function scopesOf(type: GroupType): readonly KeyScope[] {
  const role_key = keyRole(type);
  if (role_key === null) return [];
  return keyScopes.filter((scope) => can({ role_key, group_type: type }, scope) !== 'never');
}

/** Returns whether this user's level is high enough for a key of this kind of institution. */
export function mayMakeKey(actor: { readonly role_key: RoleKey }, type: GroupType): boolean {
  const role_key = keyRole(type);
  return role_key !== null && levelOf(role_key) <= levelOf(actor.role_key);
}

/** How long a key may be valid, in days. */
export const keyDays = [30, 90, 365, 730] as const;
export type KeyDays = (typeof keyDays)[number];

/** How long the former secret of a rotated key stays valid, so that its owner can exchange it without a failure. */
export const rotationOverlapHours = [0, 24, 168] as const;
export type OverlapHours = (typeof rotationOverlapHours)[number];

/** `ended`: its session was ended without revoking the key, for example with all sessions of its account. */
export const keyStates = ['valid', 'expiring', 'expired', 'revoked', 'ended'] as const;
export type KeyState = (typeof keyStates)[number];

const dayMs = 86_400_000;
const warnedDays = 14;

export function keyState(
  key: { readonly expires_at: Date; readonly revoked_at: Date | null; readonly has_session: boolean },
  nowMs: number,
): KeyState {
  if (key.revoked_at !== null) return 'revoked';
  const restMs = key.expires_at.getTime() - nowMs;
  if (restMs <= 0) return 'expired';
  if (!key.has_session) return 'ended';
  return restMs < warnedDays * dayMs ? 'expiring' : 'valid';
}

/** The most keys of an institution that are valid at the same time. */
export const mostKeys = 50;
