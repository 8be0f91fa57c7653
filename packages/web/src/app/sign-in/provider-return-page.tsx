/** Shows `/login/provider`, to which a provider redirects the browser, and processes the provider's response. */
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { returnedIn, takeReturn, type ProviderReturn } from '../../platform/session/provider-return.ts';
import type { SecondStepRequest } from '../../platform/session/sign-in.ts';
import { useSession } from '../../platform/session/session-state.ts';
import { showToast } from '../../ui/toasts/toast-queue.ts';
import { EntryFrame, EntryHint, EntryTitle } from '../entry/entry-frame.tsx';
import { EntryLink } from '../entry/entry-link.tsx';
import { EntryFault } from '../entry/entry-parts.tsx';
import { faultWords } from '../entry/fault-words.ts';
import { SecondStep } from './second-step.tsx';
import { browserAddress, shownPath } from '../../platform/address/base-path.ts';

type ReturnState =
  | { readonly kind: 'working' | 'handed-on' | 'lost' | 'dormant' | 'waiting' }
  | { readonly kind: 'fault'; readonly words: string }
  | { readonly kind: 'second'; readonly request: SecondStepRequest };

/** A popup window has done its work. */
function standingAfter(taken: ProviderReturn): ReturnState {
  if (taken.kind === 'handed-on' || taken.kind === 'lost') return { kind: taken.kind };
  if (taken.kind === 'linked' || taken.result === 'signed-in') return { kind: 'working' };
  return typeof taken.result === 'string'
    ? { kind: taken.result }
    : { kind: 'second', request: taken.result };
}

function useReturn() {
  const { t } = useTranslation('providers');
  const navigate = useNavigate();
  const session = useSession();
  const [standing, setStanding] = useState<ReturnState>({ kind: 'working' });
  const back = useRef('');
  const begun = useRef(false);
  const toSignIn = useEffectEvent(() =>
    navigate({ to: '/login', search: back.current === '' ? {} : { back: back.current }, replace: true }),
  );
  const take = useEffectEvent(async () => {
    const returned = returnedIn(window.location.search);
    // The code is removed from the address, so that neither a reload nor the history contains it.
    window.history.replaceState(window.history.state, '', browserAddress(shownPath()));
    try {
      const taken = await takeReturn(returned);
      setStanding(standingAfter(taken));
      if (taken.kind === 'handed-on') window.close();
      if (taken.kind === 'linked') {
        showToast(t('linked-now'));
        await navigate({ to: '/account', replace: true });
      }
      if (taken.kind !== 'sign-in') return;
      back.current = taken.back;
      if (taken.result === 'signed-in') await toSignIn();
    } catch (error) {
      setStanding({ kind: 'fault', words: await faultWords(error) });
    }
  });
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void take();
  }, []);
  const isIn = session.kind === 'signed-in';
  useEffect(() => {
    if (isIn && standing.kind === 'second') void toSignIn();
  }, [isIn, standing.kind]);
  return { standing, setStanding };
}

function Words({ standing }: { standing: ReturnState }) {
  const { t } = useTranslation('providers');
  const { t: signIn } = useTranslation('sign-in');
  if (standing.kind === 'working') return <EntryTitle role="status">{t('working')}</EntryTitle>;
  if (standing.kind === 'handed-on') {
    return (
      <div role="status">
        <EntryTitle>{t('handed-on')}</EntryTitle>
        <EntryHint>{t('handed-on.hint')}</EntryHint>
      </div>
    );
  }
  const isAsleep = standing.kind === 'dormant' || standing.kind === 'waiting';
  const why =
    standing.kind === 'fault'
      ? standing.words
      : isAsleep
        ? signIn(`${standing.kind}.title`)
        : standing.kind === 'lost'
          ? t('lost')
          : undefined;
  return (
    <>
      <EntryTitle>{t('failed')}</EntryTitle>
      <div style={{ margin: '12px 0 28px' }}>
        <EntryFault words={why} />
      </div>
      <EntryLink to="/login">{t('again')}</EntryLink>
    </>
  );
}

export function ProviderReturnPage() {
  const { t } = useTranslation('providers');
  const { t: signIn } = useTranslation('sign-in');
  const { standing, setStanding } = useReturn();
  useEffect(() => {
    document.title = `${t('title')} · Rhythmdesk`;
  }, [t]);
  if (standing.kind !== 'second') {
    return (
      <EntryFrame centred>
        <Words standing={standing} />
      </EntryFrame>
    );
  }
  const over = (words: string) => setStanding({ kind: 'fault', words });
  return (
    <EntryFrame centred>
      <EntryTitle>{signIn('second.title')}</EntryTitle>
      <EntryHint>{signIn('second.hint-provider')}</EntryHint>
      <SecondStep request={standing.request} onBack={() => setStanding({ kind: 'lost' })} onOver={over} />
    </EntryFrame>
  );
}
