/**
 * Defines the steps of the sign-up and the state that they share. A step is open once all before it are done; the user
 * can go back to a completed step, and what was typed there stays.
 */
import type { SignUpInstitution, Verification } from '@rhythmdesk/contract/sign-up';
import type { RoleKey } from '@rhythmdesk/domain/people/roles';

export const signUpSteps = ['terms', 'institution', 'id', 'email', 'details', 'done'] as const;
export type SignUpStep = (typeof signUpSteps)[number];

export type Details = Readonly<
  Record<'name' | 'department' | 'phone_number' | 'password' | 'again', string>
> & {
  readonly role_key: RoleKey | undefined;
};

export type SignUpState = {
  readonly step: SignUpStep;
  readonly agreed: boolean;
  readonly institution_code: string;
  readonly institution: SignUpInstitution | null;
  readonly user_id: string;
  readonly email: string;
  /** The code that was sent or verified. */
  readonly verification: Verification | null;
  readonly details: Details;
  readonly waits: boolean;
};

export const signUpStart: SignUpState = {
  step: 'terms',
  agreed: false,
  institution_code: '',
  institution: null,
  user_id: '',
  email: '',
  verification: null,
  details: { name: '', department: '', phone_number: '', password: '', again: '', role_key: undefined },
  waits: true,
};

export const stepIndex = (step: SignUpStep): number => signUpSteps.indexOf(step);

/** Returns whether the user can go back to a step: to the earlier ones, until the account is created. */
export function isWayBack(step: SignUpStep, now: SignUpStep): boolean {
  return now !== 'done' && stepIndex(step) < stepIndex(now);
}

/** The properties of every step: the state, and the function that changes it. */
export type StepProps = {
  readonly state: SignUpState;
  readonly onChange: (change: Partial<SignUpState>) => void;
};
