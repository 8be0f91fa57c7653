/**
 * The steps of signing up and what each hands on. A step is open once all before it are done; what is done is a way back,
 * and what was typed there stays.
 */
import type { SignUpInstitution, Verification } from '@rhythmdesk/contract/sign-up';

export const signUpSteps = ['terms', 'institution', 'id', 'email', 'details', 'done'] as const;
export type SignUpStep = (typeof signUpSteps)[number];

export type SignUpState = {
  readonly step: SignUpStep;
  readonly agreed: boolean;
  readonly institution_code: string;
  readonly institution: SignUpInstitution | null;
  readonly user_id: string;
  readonly email: string;
  /** The code that is under way or was right. */
  readonly verification: Verification | null;
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
  waits: true,
};

export const stepIndex = (step: SignUpStep): number => signUpSteps.indexOf(step);

/** Steps that can be gone back to: those before, until the account is made. */
export function isWayBack(step: SignUpStep, now: SignUpStep): boolean {
  return now !== 'done' && stepIndex(step) < stepIndex(now);
}

/** What every step is given: the state, and how it is changed. */
export type StepProps = {
  readonly state: SignUpState;
  readonly onChange: (change: Partial<SignUpState>) => void;
};
