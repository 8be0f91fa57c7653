/**
 * Shows the form for ID and password. An error is above the button, and the typed text stays; while the user types, the
 * rest of the application is prefetched.
 */
import { styled } from '@mui/material/styles';
import { type Ref, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { preloadClient } from '../../platform/client/api.ts';
import { ApiError } from '../../platform/client/api-error.ts';
import { faultAnswer } from '../../platform/client/fault-answers.ts';
import { preloadTexts, textOf } from '../../platform/texts/texts.ts';
import { signIn, type SecondStepRequest } from '../../platform/session/sign-in.ts';
import { textSize } from '../../platform/theme/type-scale.ts';
import { dialogs } from '../../ui/dialogs/dialogs.ts';
import { PrimaryButton } from '../../ui/plain-button.tsx';
import { PasswordEye } from '../entry/password-eye.tsx';
import { FaultMark } from '../../ui/plain-icons.tsx';
import { PlainField } from '../../ui/plain-field.tsx';

const Form = styled('form')({ display: 'flex', flexDirection: 'column', gap: 16 });
const Submit = styled(PrimaryButton)({
  minHeight: 44,
  marginTop: 8,
  borderRadius: 8,
  fontSize: textSize.form,
});
const Fault = styled('p')(({ theme }) => ({
  display: 'flex',
  gap: 6,
  margin: 0,
  fontSize: textSize.body,
  color: theme.vars.palette.error.main,
  '& svg': { flex: 'none', marginTop: 2 },
}));
function preloadTheRest(): void {
  preloadClient();
  preloadTexts();
  import('../shell/shell.tsx').catch(() => undefined);
}

function refusalText(error: unknown): Promise<string> {
  if (!(error instanceof ApiError)) throw error;
  const answer = faultAnswer(error);
  if (error.status === 401 || error.status === 403) return textOf('alert.login-failure');
  if (error.status === 422) return textOf('alert.enter-id-password');
  if (answer.kind === 'detail') return Promise.resolve(answer.detail);
  return textOf(answer.kind === 'alert' ? answer.key : 'alert.server-failure');
}

function useSignIn(onSecondStep: (request: SecondStepRequest) => void) {
  const { t } = useTranslation('sign-in');
  const [fault, setFault] = useState<string>();
  const [working, setWorking] = useState(false);
  const submit = async (user_id: string, password: string): Promise<void> => {
    if (user_id === '' || password === '') {
      setFault(await textOf('alert.enter-id-password'));
      return;
    }
    setWorking(true);
    setFault(undefined);
    try {
      const result = await signIn(user_id, password);
      if (typeof result === 'object') onSecondStep(result);
      else if (result !== 'signed-in')
        await dialogs.alert({ title: t(`${result}.title`), message: t(`${result}.body`, { user_id }) });
    } catch (error) {
      setFault(await refusalText(error));
    } finally {
      setWorking(false);
    }
  };
  return { fault, working, submit };
}

type PasswordFieldProps = {
  inputRef: Ref<HTMLInputElement>;
  value: string;
  onChange: (value: string) => void;
};

function PasswordField({ inputRef, value, onChange }: PasswordFieldProps) {
  const { t } = useTranslation('sign-in');
  const [shown, setShown] = useState(false);
  return (
    <PlainField
      label={t('password')}
      inputRef={inputRef}
      name="password"
      type={shown ? 'text' : 'password'}
      autoComplete="current-password"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      end={<PasswordEye shown={shown} onToggle={() => setShown(!shown)} />}
      required
    />
  );
}

export type SignInFormProps = {
  /** Why an earlier sign-in has to start again. */
  notice: string | undefined;
  onSecondStep: (request: SecondStepRequest) => void;
};

export function SignInForm({ notice, onSecondStep }: SignInFormProps) {
  const { t } = useTranslation('sign-in');
  const { fault = notice, working, submit } = useSignIn(onSecondStep);
  const [id, setId] = useState('');
  const [password, setPassword] = useState('');
  const idField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  useEffect(() => idField.current?.focus(), []);
  useEffect(() => {
    if (fault !== undefined) passwordField.current?.select();
  }, [fault]);
  const submitted = (event: SubmitEvent) => {
    event.preventDefault();
    void submit(id.trim(), password);
  };
  return (
    <Form onSubmit={submitted} onInput={preloadTheRest} noValidate>
      <PlainField
        label={t('id')}
        inputRef={idField}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={id}
        onChange={(event) => setId(event.target.value)}
        required
      />
      <PasswordField inputRef={passwordField} value={password} onChange={setPassword} />
      {fault === undefined ? null : (
        <Fault role="alert">
          <FaultMark />
          {fault}
        </Fault>
      )}
      <Submit type="submit" disabled={working}>
        {working ? t('working') : t('submit')}
      </Submit>
    </Form>
  );
}
