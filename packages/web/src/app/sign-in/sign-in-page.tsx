/** The sign-in page: the form, the second step where there is one, and the ways to a new password or account. */
import { styled } from '@mui/material/styles';
import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SecondStepRequest } from '../../platform/session/sign-in.ts';
import { textSize } from '../../platform/theme/type-scale.ts';
import { EntryFrame, EntryHint, EntryTitle } from '../entry/entry-frame.tsx';
import { WordLink } from '../entry/entry-link.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { SignInForm } from './sign-in-form.tsx';

const SecondStep = lazy(async () => ({ default: (await import('./second-step.tsx')).SecondStep }));

const ProviderButtons = lazy(async () => ({
  default: (await import('./provider-buttons.tsx')).ProviderButtons,
}));

function textIn(search: unknown, name: string): string | undefined {
  const value: unknown =
    typeof search === 'object' && search !== null ? Reflect.get(search, name) : undefined;
  return typeof value === 'string' ? value : undefined;
}

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

function OtherWays() {
  const { t } = useTranslation('sign-in');
  return (
    <Ways>
      <WordLink to="/find-password">{t('forgot')}</WordLink>
      <span>
        {t('new-here')} <WordLink to="/sign-up">{t('register')}</WordLink>
      </span>
    </Ways>
  );
}

export function SignInPage() {
  const { t } = useTranslation('sign-in');
  const search: unknown = useSearch({ from: '/login' });
  const [secondStep, setSecondStep] = useState<SecondStepRequest>();
  const [notice, setNotice] = useState<string>();
  useEffect(() => {
    document.title = `${t('title')} · Rhythmdesk`;
  }, [t]);
  const beginAnew = (words?: string) => {
    setNotice(words);
    setSecondStep(undefined);
  };
  return (
    <EntryFrame centred>
      <EntryTitle>{t(secondStep === undefined ? 'title' : 'second.title')}</EntryTitle>
      <EntryHint>{t(secondStep === undefined ? 'hint' : 'second.hint')}</EntryHint>
      {secondStep === undefined ? (
        <>
          <SignInForm notice={notice} onSecondStep={setSecondStep} />
          <PasskeyButton />
          <Suspense>
            <ProviderButtons named={textIn(search, 'provider')} back={textIn(search, 'back') ?? ''} />
          </Suspense>
          <OtherWays />
        </>
      ) : (
        <Suspense>
          <SecondStep request={secondStep} onBack={() => beginAnew()} onOver={beginAnew} />
        </Suspense>
      )}
    </EntryFrame>
  );
}
