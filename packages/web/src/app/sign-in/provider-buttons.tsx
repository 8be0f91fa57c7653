/** Shows the buttons of the sign-in providers: those of the sign-in page, with the one that its address names first. */
import { styled } from '@mui/material/styles';
import type { SignInProvider } from '@rhythmdesk/contract/providers';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../platform/client/api.ts';
import { forgetPending, leaveFor } from '../../platform/session/provider-return.ts';
import { textSize } from '../../platform/theme/type-scale.ts';
import { QuietButton } from '../../ui/plain-button.tsx';
import { EntryFault } from '../entry/entry-parts.tsx';
import { faultWords } from '../entry/fault-words.ts';

const Column = styled('div')({ display: 'flex', flexDirection: 'column', gap: 12, marginTop: 12 });
const Wide = styled(QuietButton)(({ theme }) => ({
  width: '100%',
  minHeight: 44,
  borderRadius: 8,
  fontSize: textSize.form,
  overflowWrap: 'anywhere',
  color: theme.vars.palette.text.primary,
  border: `1px solid ${theme.vars.palette.line.strong}`,
}));

/** Returns an empty list until the providers are known; if the list fails to load, the page stays as it is. */
function useProviders(named: string | undefined): readonly SignInProvider[] {
  const [providers, setProviders] = useState<readonly SignInProvider[]>([]);
  useEffect(() => {
    let over = false;
    const query = named === undefined ? {} : { provider: named };
    api
      .call('signInProviders', query)
      .then(({ items }) => {
        if (!over) setProviders(items);
      })
      .catch(() => undefined);
    return () => {
      over = true;
    };
  }, [named]);
  return providers;
}

export type ProviderButtonsProps = { named: string | undefined; back: string };

export function ProviderButtons({ named, back }: ProviderButtonsProps) {
  const { t } = useTranslation('providers');
  const providers = useProviders(named);
  const [fault, setFault] = useState<string>();
  const [working, setWorking] = useState(false);
  useEffect(forgetPending, []);
  const go = async (provider: string) => {
    setWorking(true);
    setFault(undefined);
    try {
      leaveFor(await api.call('beginProviderSignIn', { provider }), 'sign-in', back);
    } catch (error) {
      setFault(await faultWords(error));
      setWorking(false);
    }
  };
  if (providers.length === 0) return null;
  return (
    <Column>
      {providers.map(({ provider, name }) => (
        <Wide key={provider} type="button" onClick={() => void go(provider)} disabled={working}>
          {t('with', { name })}
        </Wide>
      ))}
      <EntryFault words={fault} />
    </Column>
  );
}
