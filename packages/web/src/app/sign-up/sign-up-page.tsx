/** Shows the sign-up page, step by step: terms, institution, user id, e-mail, details, done. */
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EntryFrame, EntryHint, EntryTitle } from '../entry/entry-frame.tsx';
import { EntryLink, WordLink } from '../entry/entry-link.tsx';
import { EntryFoot } from '../entry/entry-parts.tsx';
import { DetailsStep } from './details-step.tsx';
import { EmailStep } from './email-step.tsx';
import { IdStep } from './id-step.tsx';
import { InstitutionStep } from './institution-step.tsx';
import { signUpStart, type SignUpState, type SignUpStep, type StepProps } from './sign-up-steps.ts';
import { StepBar } from './step-bar.tsx';
import { TermsStep } from './terms-step.tsx';

function DoneStep({ state }: StepProps) {
  const { t } = useTranslation('sign-up');
  const { user_id, email, waits } = state;
  return (
    <>
      <div role="status">
        <EntryTitle>{t(waits ? 'done.title' : 'done.ready-title')}</EntryTitle>
        <EntryHint>{waits ? t('done.waits', { email, user_id }) : t('done.ready', { user_id })}</EntryHint>
      </div>
      <EntryLink to="/login">{t('to-sign-in')}</EntryLink>
    </>
  );
}

const stepOf = {
  terms: TermsStep,
  institution: InstitutionStep,
  id: IdStep,
  email: EmailStep,
  details: DetailsStep,
  done: DoneStep,
} as const satisfies Record<SignUpStep, (props: StepProps) => unknown>;

export function SignUpPage() {
  const { t } = useTranslation('sign-up');
  const [state, setState] = useState<SignUpState>(signUpStart);
  const top = useRef<HTMLDivElement>(null);
  const { step } = state;
  useEffect(() => {
    document.title = `${t('title')} · Rhythmdesk`;
  }, [t]);
  useEffect(() => {
    top.current?.scrollIntoView({ block: 'nearest' });
  }, [step]);
  const change = (changed: Partial<SignUpState>) => setState((before) => ({ ...before, ...changed }));
  const Step = stepOf[step];
  return (
    <EntryFrame centred={false}>
      <div ref={top}>
        <StepBar now={step} onBack={(back) => change({ step: back })} />
      </div>
      <Step state={state} onChange={change} />
      {step === 'terms' ? (
        <EntryFoot>
          <WordLink to="/login">{t('to-sign-in')}</WordLink>
        </EntryFoot>
      ) : null}
    </EntryFrame>
  );
}
