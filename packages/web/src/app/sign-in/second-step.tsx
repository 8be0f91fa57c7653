/** Shows the second step of a sign-in: the code of an authenticator app, or a recovery code. */
import { styled } from '@mui/material/styles';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../platform/client/api-error.ts';
import {
  askForSecondPasskey,
  takeSecondStep,
  type SecondProof,
  type SecondStepRequest,
} from '../../platform/session/sign-in.ts';
import { CodeCells, codeLength } from '../../ui/code-cells.tsx';
import { PlainField } from '../../ui/plain-field.tsx';
import { QuietButton } from '../../ui/plain-button.tsx';
import { EntryFault, EntryFoot, EntryForm, EntrySubmit } from '../entry/entry-parts.tsx';
import { faultWords } from '../entry/fault-words.ts';

const OtherWays = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  marginLeft: -8,
});

type Way = SecondStepRequest['ways'][number];

/** `onOver`: called with the reason if the ticket is no longer valid. */
function useProof(request: SecondStepRequest, onOver: (words: string) => void) {
  const { t } = useTranslation('sign-in');
  const [fault, setFault] = useState<string>();
  const [working, setWorking] = useState(false);
  const give = async (find: () => Promise<SecondProof | null>) => {
    setWorking(true);
    setFault(undefined);
    try {
      const proof = await find();
      if (proof === null) setFault(t('passkey.none'));
      else await takeSecondStep(request.ticket, proof);
    } catch (error) {
      const words = await faultWords(error);
      if (error instanceof ApiError && error.code === 'auth/second-step-gone') onOver(words);
      else setFault(words);
    } finally {
      setWorking(false);
    }
  };
  return { fault, working, give };
}

export type SecondStepProps = {
  request: SecondStepRequest;
  onBack: () => void;
  onOver: (words: string) => void;
};

function useTyped(request: SecondStepRequest, onOver: (words: string) => void) {
  const [way, setWay] = useState<Way>(request.ways[0] ?? 'authenticator');
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const { fault, working, give } = useProof(request, onOver);
  useEffect(() => input.current?.focus(), [way]);
  useEffect(() => {
    if (fault !== undefined) input.current?.select();
  }, [fault]);
  const turn = (next: Way) => {
    setTyped('');
    setWay(next);
  };
  const submit = (value = typed) => {
    if (way === 'passkey') {
      if (!working) void give(() => askForSecondPasskey(request.ticket));
      return;
    }
    const isWhole = way === 'authenticator' ? value.length === codeLength : value.trim() !== '';
    if (!isWhole || working) input.current?.focus();
    else {
      const proof = way === 'authenticator' ? { code: value } : { recovery_code: value.trim() };
      void give(() => Promise.resolve(proof));
    }
  };
  const type = (value: string) => {
    setTyped(value);
    if (way === 'authenticator' && value.length === codeLength && value !== typed) submit(value);
  };
  return { way, turn, typed, type, input, fault, working, submit };
}

type ProofFieldProps = Pick<ReturnType<typeof useTyped>, 'way' | 'typed' | 'type' | 'input' | 'fault'>;

/** A passkey needs no field: the browser asks for it. */
function ProofField({ way, typed, type, input, fault }: ProofFieldProps) {
  const { t } = useTranslation('sign-in');
  if (way === 'passkey') return null;
  if (way === 'authenticator') {
    return (
      <CodeCells
        label={t('second.code')}
        value={typed}
        onChange={type}
        fault={fault}
        disabled={false}
        inputRef={input}
      />
    );
  }
  return (
    <PlainField
      label={t('second.recovery-code')}
      inputRef={input}
      value={typed}
      onChange={(event) => type(event.target.value)}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      hint={t('second.recovery-hint')}
    />
  );
}

export function SecondStep({ request, onBack, onOver }: SecondStepProps) {
  const { t } = useTranslation('sign-in');
  const { turn, submit, ...shown } = useTyped(request, onOver);
  const { way, fault, working } = shown;
  return (
    <EntryForm
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <ProofField {...shown} />
      <EntryFault words={fault} />
      <EntrySubmit working={working}>{t(way === 'passkey' ? 'second.passkey' : 'second.submit')}</EntrySubmit>
      <EntryFoot onBack={onBack} />
      <OtherWays>
        {request.ways
          .filter((each) => each !== way)
          .map((other) => (
            <QuietButton key={other} type="button" onClick={() => turn(other)}>
              {t(`second.use-${other}`)}
            </QuietButton>
          ))}
      </OtherWays>
    </EntryForm>
  );
}
