/**
 * Shows the page to find a password: ID and e-mail request a mailed link, and the link leads to a new password. The
 * response does not reveal whether the account exists, except to a signed-in administrator.
 */
import { hasPage } from '@rhythmdesk/domain/people/pages';
import { useLocation } from '@tanstack/react-router';
import { type SubmitEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../platform/client/api.ts';
import { sessionState } from '../../platform/session/session-state.ts';
import { PlainField } from '../../ui/plain-field.tsx';
import { EntryFrame, EntryHint, EntryTitle } from '../entry/entry-frame.tsx';
import { EntryFault, EntryFoot, EntryForm, EntrySubmit } from '../entry/entry-parts.tsx';
import { EntryLink, WordLink } from '../entry/entry-link.tsx';
import { useSubmit } from '../entry/use-submit.ts';
import { ResetForm } from './reset-form.tsx';

const fields = ['user_id', 'email'] as const;

/** A signed-in administrator requests the link for another user and learns whether the user exists. */
async function askForLink(user_id: string, email: string): Promise<void> {
  const session = sessionState();
  const administers = session.kind === 'signed-in' && hasPage(session.user.user_role.role_key, '/admin/user');
  await api.call(administers ? 'passwordMailFor' : 'passwordMail', { user_id, email });
}

function AskForm({ onSent }: { onSent: () => void }) {
  const { t } = useTranslation('sign-up');
  const { working, fault, run, say } = useSubmit(fields);
  const [user_id, setId] = useState('');
  const [email, setEmail] = useState('');
  const send = async () => {
    const missing = user_id.trim() === '' ? 'user_id' : email.trim() === '' ? 'email' : undefined;
    if (missing !== undefined) return say(missing, t('required'));
    if (await run(() => askForLink(user_id.trim(), email.trim()))) onSent();
  };
  const submitted = (event: SubmitEvent) => {
    event.preventDefault();
    void send();
  };
  const faultOf = (field: (typeof fields)[number]) => (fault?.field === field ? fault.words : undefined);
  return (
    <EntryForm onSubmit={submitted} noValidate>
      <PlainField
        label={t('find.id')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        value={user_id}
        onChange={(event) => setId(event.target.value)}
        fault={faultOf('user_id')}
        required
      />
      <PlainField
        label={t('email.label')}
        name="email"
        type="email"
        autoComplete="email"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        fault={faultOf('email')}
        required
      />
      <EntryFault words={fault !== undefined && fault.field === undefined ? fault.words : undefined} />
      <EntrySubmit working={working}>{t('find.send')}</EntrySubmit>
      <EntryFoot>
        <WordLink to="/login">{t('to-sign-in')}</WordLink>
      </EntryFoot>
    </EntryForm>
  );
}

function Ask() {
  const { t } = useTranslation('sign-up');
  const [sent, setSent] = useState(false);
  if (!sent) {
    return (
      <>
        <EntryTitle>{t('find.title')}</EntryTitle>
        <EntryHint>{t('find.hint')}</EntryHint>
        <AskForm onSent={() => setSent(true)} />
      </>
    );
  }
  return (
    <>
      <div role="status">
        <EntryTitle>{t('find.sent-title')}</EntryTitle>
        <EntryHint>{t('find.sent')}</EntryHint>
      </div>
      <EntryLink to="/login">{t('to-sign-in')}</EntryLink>
    </>
  );
}

export function FindPasswordPage() {
  const { t } = useTranslation('sign-up');
  const token = useLocation({ select: ({ hash }) => new URLSearchParams(hash).get('token') });
  useEffect(() => {
    document.title = `${t('find.title')} · Rhythmdesk`;
  }, [t]);
  return (
    <EntryFrame centred>{token !== null ? <ResetForm key={token} token={token} /> : <Ask />}</EntryFrame>
  );
}
