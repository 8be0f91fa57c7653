/** The sign-in page: the form, and the ways to a new password or a new account. */
import { styled } from '@mui/material/styles';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { textSize } from '../../platform/theme/type-scale.ts';
import { EntryFrame, EntryHint, EntryTitle } from '../entry/entry-frame.tsx';
import { WordLink } from '../entry/entry-link.tsx';
import { SignInForm } from './sign-in-form.tsx';

const Ways = styled('p')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: '4px 16px',
  margin: '20px 0 0',
  fontSize: textSize.body,
  lineHeight: '24px',
  color: theme.vars.palette.text.secondary,
}));

export function SignInPage() {
  const { t } = useTranslation('sign-in');
  useEffect(() => {
    document.title = `${t('title')} · Rhythmdesk`;
  }, [t]);
  return (
    <EntryFrame centred>
      <EntryTitle>{t('title')}</EntryTitle>
      <EntryHint>{t('hint')}</EntryHint>
      <SignInForm />
      <Ways>
        <WordLink to="/find-password">{t('forgot')}</WordLink>
        <span>
          {t('new-here')} <WordLink to="/sign-up">{t('register')}</WordLink>
        </span>
      </Ways>
    </EntryFrame>
  );
}
