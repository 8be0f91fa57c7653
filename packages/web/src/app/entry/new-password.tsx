/**
 * Shows the fields for a new password and its repetition. Each rule shows its state while the user types: a grey circle
 * until it can be checked, then met or not met. An empty field is never red; the repetition is checked when the field
 * loses the focus, and live from then on.
 */
import { styled } from '@mui/material/styles';
import { type PasswordRule, passwordRules } from '@rhythmdesk/domain/people/passwords';
import { CheckCircleIcon, CircleIcon, XCircleIcon } from '@phosphor-icons/react';
import { type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { textSize } from '../../platform/theme/type-scale.ts';
import { PlainField } from '../../ui/plain-field.tsx';
import { Spoken } from '../../ui/spoken.tsx';
import { PasswordEye } from './password-eye.tsx';

type Judged = 'open' | 'met' | 'broken';

const Rules = styled('ul')({ listStyle: 'none', margin: '8px 0 0', padding: 0 });
const Rule = styled('li', { shouldForwardProp: (prop) => prop !== 'judged' })<{ judged: Judged }>(
  ({ theme, judged }) => ({
    display: 'flex',
    alignItems: 'center',
    gap: 8,
    minHeight: 22,
    fontSize: textSize.small,
    lineHeight: '18px',
    fontWeight: judged === 'broken' ? 600 : 400,
    color: judged === 'broken' ? theme.vars.palette.error.main : theme.vars.palette.text.secondary,
    '& svg': { flex: 'none' },
  }),
);

const marks = {
  open: <CircleIcon size={14} aria-hidden="true" />,
  met: <CheckCircleIcon size={14} weight="fill" color="var(--rd-palette-success-main)" aria-hidden="true" />,
  broken: <XCircleIcon size={14} weight="fill" aria-hidden="true" />,
} as const satisfies Record<Judged, unknown>;

const order: readonly PasswordRule[] = ['length', 'alphabet', 'not_id', 'not_common'];

/** Whether the password is too common is shown only if nothing else is wrong, because every beginning is. */
function judgePassword(password: string, user_id: string): Readonly<Record<PasswordRule, Judged>> {
  const rules = passwordRules(password, user_id);
  const word = (rule: PasswordRule): Judged => (rules[rule] ? 'met' : 'broken');
  if (password === '') return { length: 'open', alphabet: 'open', not_id: 'open', not_common: 'open' };
  const long = password.length > 12;
  const rest = rules.length && rules.alphabet && rules.not_id;
  return {
    length: rules.length || long ? word('length') : 'open',
    alphabet: word('alphabet'),
    not_id: word('not_id'),
    not_common: rest ? word('not_common') : 'open',
  };
}

const oddSign = (password: string): string | undefined => /[^A-Za-z0-9!@$%]/u.exec(password)?.[0];

function RuleLines({ password, user_id }: { password: string; user_id: string }) {
  const { t } = useTranslation('sign-up');
  const judged = judgePassword(password, user_id);
  const sign = oddSign(password);
  return (
    <Rules>
      {order.map((rule) => (
        <Rule key={rule} judged={judged[rule]}>
          {marks[judged[rule]]}
          {rule === 'alphabet' && sign !== undefined ? t('password.sign', { sign }) : t(`password.${rule}`)}
          {judged[rule] === 'open' ? null : <Spoken>{`: ${t(`password.${judged[rule]}`)}`}</Spoken>}
        </Rule>
      ))}
    </Rules>
  );
}

type NewPasswordValue = { readonly password: string; readonly again: string };

export type NewPasswordProps = {
  label: string;
  user_id: string;
  value: NewPasswordValue;
  onChange: (value: NewPasswordValue) => void;
  faults: { readonly password?: string | undefined; readonly again?: string | undefined };
  passwordRef?: Ref<HTMLInputElement>;
  againRef?: Ref<HTMLInputElement>;
};

export function NewPassword({
  label,
  user_id,
  value,
  onChange,
  faults,
  passwordRef,
  againRef,
}: NewPasswordProps) {
  const { t } = useTranslation('sign-up');
  const [shown, setShown] = useState(false);
  const [left, setLeft] = useState(false);
  const differs = left && value.again !== '' && value.again !== value.password;
  const eye = <PasswordEye shown={shown} onToggle={() => setShown(!shown)} />;
  const shared = {
    type: shown ? 'text' : 'password',
    autoComplete: 'new-password',
    low: true,
    required: true,
  };
  return (
    <>
      <div>
        <PlainField
          {...shared}
          label={label}
          {...(passwordRef === undefined ? {} : { inputRef: passwordRef })}
          value={value.password}
          onChange={(event) => onChange({ ...value, password: event.target.value })}
          fault={faults.password}
          end={eye}
        />
        <RuleLines password={value.password} user_id={user_id} />
      </div>
      <PlainField
        {...shared}
        label={t('password.again')}
        {...(againRef === undefined ? {} : { inputRef: againRef })}
        value={value.again}
        onChange={(event) => onChange({ ...value, again: event.target.value })}
        onBlur={() => setLeft(true)}
        fault={differs ? t('password.differs') : faults.again}
      />
    </>
  );
}
