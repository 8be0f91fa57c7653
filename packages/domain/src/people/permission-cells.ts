/** Defines the cells of the permission matrix: how far a permission reaches, and what limits it. */
import type { RoleKey } from './roles.ts';

/** Each scope with the letter that the printed matrix uses. */
export const scopeLetters = {
  self: 's',
  uploads: 'u',
  hospital: 'h',
  assigned: 'm',
  group: 'g',
  center: 'c',
  network: 'n',
  all: 'A',
  confirmer: 'v',
  'assigned-hospitals': 'l',
  staff: 'k',
  side: 'd',
  audience: 'y',
} as const;
export type Scope = keyof typeof scopeLetters;

export const flagMeanings = {
  masked: 'patient names, birth date and phone are masked',
  'pool-masked': 'masked until a user is assigned',
  reason: 'opening one patient requires a reason, which is audited',
  'until-assigned': 'only before the case is assigned',
  'while-working': 'only in start, review and edit',
  'hospital-group': 'only if the own group is a hospital',
  'names-only': 'names only',
  'no-internal': 'internal comments are left out',
  'not-own-work': 'never for own work',
  'below-own-level': 'only users below the own level',
  'ratio-and-description': 'only analysis ratio of own teams, description and design of reports',
} as const;
export type Flag = keyof typeof flagMeanings;

export interface Grant {
  readonly scopes: readonly Scope[];
  readonly flags: readonly Flag[];
}
export type Cell = '-' | Grant;

export const to = (scopes: Scope | readonly Scope[], ...flags: readonly Flag[]): Grant => ({
  scopes: typeof scopes === 'string' ? [scopes] : scopes,
  flags,
});

export type Row = Record<RoleKey, Cell>;
export const nobody = {
  LOGISTICS: '-',
  DOCTOR: '-',
  TECHNICIAN: '-',
  CHIEF: '-',
  MANAGER: '-',
  CENTER: '-',
  DISTRIBUTER: '-',
  ADMIN: '-',
} as const satisfies Row;

export const everybody = (scope: Scope): Row => ({
  LOGISTICS: to(scope),
  DOCTOR: to(scope),
  TECHNICIAN: to(scope),
  CHIEF: to(scope),
  MANAGER: to(scope),
  CENTER: to(scope),
  DISTRIBUTER: to(scope),
  ADMIN: to(scope),
});
