/** Shows the button to sign in with a passkey alone, shown if the browser supports it. */
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasPasskeys } from '../../platform/session/passkeys.ts';
import { signInByPasskey } from '../../platform/session/sign-in.ts';
import { textSize } from '../../platform/theme/type-scale.ts';
import { QuietButton } from '../../ui/plain-button.tsx';
import { FaultMark } from '../../ui/plain-icons.tsx';

const Wide = styled(QuietButton)(({ theme }) => ({
  width: '100%',
  minHeight: 44,
  marginTop: 12,
  borderRadius: 8,
  fontSize: textSize.form,
  color: theme.vars.palette.text.primary,
  border: `1px solid ${theme.vars.palette.line.strong}`,
}));
const Fault = styled('p')(({ theme }) => ({
  display: 'flex',
  gap: 6,
  margin: '8px 0 0',
  fontSize: textSize.body,
  color: theme.vars.palette.error.main,
  '& svg': { flex: 'none', marginTop: 2 },
}));

export function PasskeyButton() {
  const { t } = useTranslation('sign-in');
  const [fault, setFault] = useState<string>();
  const [working, setWorking] = useState(false);
  if (!hasPasskeys()) return null;
  const run = async () => {
    setWorking(true);
    setFault(undefined);
    try {
      const result = await signInByPasskey();
      if (result === null) setFault(t('passkey.none'));
      else if (result === 'dormant' || result === 'waiting') setFault(t(`${result}.title`));
    } catch (error) {
      const { faultWords } = await import('../entry/fault-words.ts');
      setFault(await faultWords(error));
    } finally {
      setWorking(false);
    }
  };
  return (
    <>
      <Wide type="button" onClick={() => void run()} disabled={working}>
        {t('passkey.sign-in')}
      </Wide>
      {fault === undefined ? null : (
        <Fault role="alert">
          <FaultMark />
          {fault}
        </Fault>
      )}
    </>
  );
}
