/**
 * Shows the sign-in page: the form, the second step if there is one, and the links to a new password or account. It is
 * rendered with and without the router, which provides its search and its links. The buttons of the providers are
 * loaded after the form is painted.
 */
import { styled } from '@mui/material/styles';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { afterPaint } from '../../platform/after-paint.ts';
import type { SecondStepRequest } from '../../platform/session/sign-in.ts';
import { textSize } from '../../platform/theme/type-scale.ts';
import { EntryFrame, EntryHint, EntryTitle } from '../entry/entry-frame.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { SignInForm } from './sign-in-form.tsx';

const SecondStep = lazy(async () => ({ default: (await import('./second-step.tsx')).SecondStep }));

const ProviderButtons = lazy(async () => ({
  default: (await import('./provider-buttons.tsx')).ProviderButtons,
}));

type Search = Readonly<Record<string, unknown>>;

function textIn(search: Search, name: string): string | undefined {
  const value = search[name];
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

type LinkOf = (to: '/find-password' | '/sign-up', words: string) => ReactNode;

function OtherWays({ linkOf }: { linkOf: LinkOf }) {
  const { t } = useTranslation('sign-in');
  return (
    <Ways>
      {linkOf('/find-password', t('forgot'))}
      <span>
        {t('new-here')} {linkOf('/sign-up', t('register'))}
      </span>
    </Ways>
  );
}

export type SignInPageProps = {
  /** The query of the address: the provider to offer first, the page to open afterwards. */
  search: Search;
  linkOf: LinkOf;
};

/** Returns false until the browser has painted the page. */
function usePainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => afterPaint(() => setPainted(true)), []);
  return isPainted;
}

export function SignInPage({ search, linkOf }: SignInPageProps) {
  const { t } = useTranslation('sign-in');
  const isPainted = usePainted();
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
          {isPainted ? (
            <Suspense fallback={null}>
              <ProviderButtons named={textIn(search, 'provider')} back={textIn(search, 'back') ?? ''} />
            </Suspense>
          ) : null}
          <OtherWays linkOf={linkOf} />
        </>
      ) : (
        <Suspense fallback={null}>
          <SecondStep request={secondStep} onBack={() => beginAnew()} onOver={beginAnew} />
        </Suspense>
      )}
    </EntryFrame>
  );
}
