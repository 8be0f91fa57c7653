/** Shows the form for a new password that the mailed link opens. */
import { passwordFault } from '@rhythmdesk/domain/people/passwords';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../platform/client/api.ts';
import { ApiError } from '../../platform/client/api-error.ts';
import { EntryHint, EntryTitle } from '../entry/entry-frame.tsx';
import { EntryLink } from '../entry/entry-link.tsx';
import { EntryFault, EntryForm, EntrySubmit } from '../entry/entry-parts.tsx';
import { faultWords } from '../entry/fault-words.ts';
import { NewPassword } from '../entry/new-password.tsx';
import { useSubmit } from '../entry/use-submit.ts';

type LinkState =
  | { readonly kind: 'asking' }
  | { readonly kind: 'good'; readonly user_id: string }
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly words: string }
  | { readonly kind: 'done' };

const isGone = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 410 || error.status === 422);

async function readLink(token: string): Promise<LinkState> {
  try {
    return { kind: 'good', user_id: (await api.call('passwordLink', { token })).user_id };
  } catch (error) {
    return isGone(error) ? { kind: 'gone' } : { kind: 'failed', words: await faultWords(error) };
  }
}

type FormProps = { token: string; user_id: string; onDone: () => void; onGone: () => void };

function PasswordForm({ token, user_id, onDone, onGone }: FormProps) {
  const { t } = useTranslation('sign-up');
  const { working, fault, run, say } = useSubmit(['password', 'again']);
  const [value, setValue] = useState({ password: '', again: '' });
  const first = useRef<HTMLInputElement>(null);
  const second = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const save = async () => {
    if (value.password === '') say('password', t('required'));
    if (passwordFault(value.password, user_id) !== null) return first.current?.focus();
    if (value.again !== value.password) {
      say('again', t('password.differs'));
      return second.current?.focus();
    }
    const saved = await run(() =>
      api.call('passwordReset', { token, password: value.password }).then(
        () => undefined,
        (error: unknown) => {
          if (error instanceof ApiError && error.status === 410) onGone();
          throw error;
        },
      ),
    );
    if (saved) onDone();
  };
  const submitted = (event: SubmitEvent) => {
    event.preventDefault();
    void save();
  };
  const faultOf = (field: 'password' | 'again') => (fault?.field === field ? fault.words : undefined);
  return (
    <EntryForm onSubmit={submitted} noValidate>
      <input type="text" name="username" autoComplete="username" value={user_id} readOnly hidden />
      <NewPassword
        label={t('password.new')}
        user_id={user_id}
        value={value}
        onChange={setValue}
        faults={{ password: faultOf('password'), again: faultOf('again') }}
        passwordRef={first}
        againRef={second}
      />
      <EntryFault words={fault !== undefined && fault.field === undefined ? fault.words : undefined} />
      <EntrySubmit working={working}>{t('reset.save')}</EntrySubmit>
    </EntryForm>
  );
}

function Said({ kind }: { kind: 'gone' | 'done' }) {
  const { t } = useTranslation('sign-up');
  return (
    <>
      <div role="status">
        <EntryTitle>{t(`reset.${kind}-title`)}</EntryTitle>
        <EntryHint>{t(`reset.${kind}`)}</EntryHint>
      </div>
      <EntryLink to={kind === 'done' ? '/login' : '/find-password'}>
        {t(kind === 'done' ? 'to-sign-in' : 'reset.ask-again')}
      </EntryLink>
    </>
  );
}

export function ResetForm({ token }: { token: string }) {
  const { t } = useTranslation('sign-up');
  const [link, setLink] = useState<LinkState>({ kind: 'asking' });
  useEffect(() => {
    let stays = true;
    void readLink(token).then((read) => {
      if (stays) setLink(read);
    });
    return () => {
      stays = false;
    };
  }, [token]);
  if (link.kind === 'gone' || link.kind === 'done') return <Said kind={link.kind} />;
  return (
    <>
      <EntryTitle>{t('reset.title')}</EntryTitle>
      {link.kind === 'good' ? (
        <>
          <EntryHint>{t('reset.hint', { user_id: link.user_id })}</EntryHint>
          <PasswordForm
            token={token}
            user_id={link.user_id}
            onDone={() => setLink({ kind: 'done' })}
            onGone={() => setLink({ kind: 'gone' })}
          />
        </>
      ) : null}
      <EntryFault words={link.kind === 'failed' ? link.words : undefined} />
    </>
  );
}
