/** Shows the step for the e-mail address and the code that was sent to it. */
import { isEmail } from '@rhythmdesk/domain/people/contact';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../platform/client/api.ts';
import { PlainField } from '../../ui/plain-field.tsx';
import { EntryHint, EntryTitle } from '../entry/entry-frame.tsx';
import { EntryFault, EntryFoot, EntryForm, EntrySubmit } from '../entry/entry-parts.tsx';
import { useSubmit } from '../entry/use-submit.ts';
import { CodeForm } from './code-form.tsx';
import type { StepProps } from './sign-up-steps.ts';

function AddressForm({ state, onChange }: StepProps) {
  const { t } = useTranslation('sign-up');
  const { t: say422 } = useTranslation('messages');
  const { working, fault, run, say, clear } = useSubmit(['email']);
  const [typed, setTyped] = useState(state.email);
  const send = async () => {
    const email = typed.trim();
    if (email === '') return say('email', t('required'));
    if (!isEmail(email)) return say('email', say422('alert.signup.failformat'));
    if (email === state.email && state.verification?.verified === true) return onChange({ step: 'details' });
    await run(async () => {
      const { institution_code } = state;
      const verification = await api.call('verification', { email, institution_code });
      onChange({ email, verification });
    });
  };
  const submitted = (event: SubmitEvent) => {
    event.preventDefault();
    void send();
  };
  return (
    <EntryForm onSubmit={submitted} noValidate>
      <div>
        <EntryTitle>{t('email.title')}</EntryTitle>
        <EntryHint>{t('email.hint')}</EntryHint>
      </div>
      <PlainField
        label={t('email.label')}
        autoFocus
        type="email"
        name="email"
        autoComplete="email"
        value={typed}
        onChange={(event) => {
          clear();
          setTyped(event.target.value);
        }}
        fault={fault?.field === 'email' ? fault.words : undefined}
        required
      />
      <EntryFault words={fault !== undefined && fault.field === undefined ? fault.words : undefined} />
      <EntrySubmit working={working}>{t('email.send')}</EntrySubmit>
      <EntryFoot onBack={() => onChange({ step: 'id' })} />
    </EntryForm>
  );
}

/** A verified address leads on; going back to this step means another address. */
export function EmailStep(props: StepProps) {
  const { verification } = props.state;
  if (verification === null || verification.verified) return <AddressForm {...props} />;
  return <CodeForm {...props} verification={verification} />;
}
