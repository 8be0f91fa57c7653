/**
 * Shows the step for the user id: its characters are checked while the user types, its availability after a pause in
 * the typing.
 */
import { isLoginId } from '@rhythmdesk/domain/people/contact';
import { type SubmitEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLeft } from '../../ui/use-left.ts';
import { ApiError } from '../../platform/client/api-error.ts';
import { api } from '../../platform/client/api.ts';
import { PlainField } from '../../ui/plain-field.tsx';
import { EntryHint, EntryTitle } from '../entry/entry-frame.tsx';
import { EntryFault, EntryFoot, EntryForm, EntrySubmit } from '../entry/entry-parts.tsx';
import { useSubmit } from '../entry/use-submit.ts';
import type { StepProps } from './sign-up-steps.ts';

const restMs = 400;

type Checked = { readonly user_id: string; readonly available: boolean };

/**
 * Returns whether the id in the field is free, undefined until the response arrives. A failed check is repeated with
 * the next step; if the server limits checks, the page makes none until the time that the server named.
 */
function useIdCheck(user_id: string): boolean | undefined {
  const [checked, setChecked] = useState<Checked>();
  const [resume, setResume] = useState('');
  const isLimited = useLeft(resume) > 0;
  useEffect(() => {
    if (!isLoginId(user_id) || isLimited) return;
    const leaving = new AbortController();
    const timer = setTimeout(() => {
      api.call('idCheck', { user_id }, { signal: leaving.signal }).then(
        ({ available }) => setChecked({ user_id, available }),
        (error: unknown) => {
          const seconds = error instanceof ApiError ? error.retry_after_s : undefined;
          if (seconds !== undefined) setResume(new Date(Date.now() + seconds * 1000).toISOString());
        },
      );
    }, restMs);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [user_id, isLimited]);
  return checked?.user_id === user_id ? checked.available : undefined;
}

export function IdStep({ state, onChange }: StepProps) {
  const { t } = useTranslation('sign-up');
  const { working, fault, run, say, clear } = useSubmit(['user_id']);
  const [typed, setTyped] = useState(state.user_id);
  const user_id = typed.trim();
  const available = useIdCheck(user_id);
  const odd = user_id !== '' && !isLoginId(user_id);
  const check = async () => {
    if (user_id === '') return say('user_id', t('required'));
    if (odd) return;
    await run(async () => {
      const answer = await api.call('idCheck', { user_id });
      if (answer.available) onChange({ user_id, step: 'email' });
      else say('user_id', t('id.taken'));
    });
  };
  const submitted = (event: SubmitEvent) => {
    event.preventDefault();
    void check();
  };
  const live = odd ? t('id.format') : available === false ? t('id.taken') : undefined;
  return (
    <EntryForm onSubmit={submitted} noValidate>
      <div>
        <EntryTitle>{t('id.title')}</EntryTitle>
        <EntryHint>{t('id.hint')}</EntryHint>
      </div>
      <PlainField
        label={t('id.label')}
        autoFocus
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        value={typed}
        onChange={(event) => {
          clear();
          setTyped(event.target.value);
        }}
        fault={live ?? (fault?.field === 'user_id' ? fault.words : undefined)}
        hint={available === true ? <span role="status">{t('id.available')}</span> : undefined}
        required
      />
      <EntryFault words={fault !== undefined && fault.field === undefined ? fault.words : undefined} />
      <EntrySubmit working={working}>{t('next')}</EntrySubmit>
      <EntryFoot onBack={() => onChange({ step: 'institution' })} />
    </EntryForm>
  );
}
