/** Asks for a new program (name, scopes, public keys) or for other keys of one, then shows the client ID. */
import { styled } from '@mui/material/styles';
import type { SmartClient, SmartClients } from '@rhythmdesk/contract/smart-clients';
import type { FhirScope } from '@rhythmdesk/domain/people/fhir-scopes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { SecretDialog } from '../../../ui/dialogs/secret-dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { KeyFrame, ScopeField } from './key-frame.tsx';
import { useScopeName } from './scope-name.ts';

type Jwks = Parameters<typeof api.call<'createSmartClient'>>[1]['jwks'];

const Mono = styled('div')({ '& textarea': { fontFamily: 'var(--font-mono)' } });

const isKey = (value: unknown): value is Jwks['keys'][number] =>
  typeof value === 'object' &&
  value !== null &&
  typeof Reflect.get(value, 'kty') === 'string' &&
  typeof Reflect.get(value, 'kid') === 'string';

/** Returns the keys of a JSON Web Key Set, also of a single key; null if the text is none. */
function keysIn(text: string): Jwks | null {
  try {
    const value: unknown = JSON.parse(text);
    const listed: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'keys') : null;
    const keys: unknown[] = Array.isArray(listed) ? listed : [value];
    return keys.length > 0 && keys.every(isKey) ? { keys } : null;
  } catch {
    return null;
  }
}

function KeysField({ text, onText }: { text: string; onText: (text: string) => void }) {
  const { t } = useTranslation('smart-clients');
  const isWrong = text.trim() !== '' && keysIn(text) === null;
  return (
    <Mono>
      <TextField
        label={t('keys')}
        hint={t('keys.hint')}
        fault={isWrong ? t('keys.json') : undefined}
        value={text}
        multiline
        minRows={4}
        maxRows={10}
        spellCheck={false}
        inputProps={{ maxLength: 20_000 }}
        onChange={(event) => onText(event.target.value)}
      />
    </Mono>
  );
}

function useStoring<Input>(id: number, store: (input: Input) => Promise<SmartClient>) {
  const cache = useQueryClient();
  return useMutation({
    meta: { faults: 'in-place' },
    mutationFn: store,
    onSettled: () => cache.invalidateQueries({ queryKey: ['smartClients', { id }] }),
  });
}

function NameField({ name, onName }: { name: string; onName: (name: string) => void }) {
  const { t } = useTranslation('smart-clients');
  return (
    <TextField
      label={t('name')}
      hint={t('name.hint')}
      value={name}
      autoFocus
      inputProps={{ maxLength: 100 }}
      onChange={(event) => onName(event.target.value)}
    />
  );
}

type CreateProps = { clients: SmartClients; onClose: () => void };

export function CreateClientDialog({ clients: { institution, scopes: offered }, onClose }: CreateProps) {
  const { t } = useTranslation('smart-clients');
  const scopeName = useScopeName();
  const [name, setName] = useState('');
  const [text, setText] = useState('');
  const [scopes, setScopes] = useState<readonly FhirScope[]>([]);
  const { id } = institution;
  const { mutate, data, error, isPending, reset } = useStoring(id, (jwks: Jwks) =>
    api.call('createSmartClient', { id, name, scopes: [...scopes], jwks }),
  );
  if (data !== undefined)
    return (
      <SecretDialog
        title={t('done.title', { name: data.name })}
        message={t('done.message')}
        secret={data.client_id}
        onClose={onClose}
      />
    );
  const jwks = keysIn(text);
  return (
    <KeyFrame
      title={t('create')}
      message={t('note')}
      act={t('create')}
      isReady={name.trim() !== '' && scopes.length > 0 && jwks !== null}
      isPending={isPending}
      error={error}
      onSubmit={() => {
        if (jwks !== null) mutate(jwks);
      }}
      onClose={onClose}
    >
      <NameField
        name={name}
        onName={(value) => {
          reset();
          setName(value);
        }}
      />
      <ScopeField
        legend={t('scopes')}
        offered={offered}
        chosen={scopes}
        nameOf={scopeName}
        onChosen={setScopes}
      />
      <KeysField
        text={text}
        onText={(value) => {
          reset();
          setText(value);
        }}
      />
    </KeyFrame>
  );
}

type ChangeProps = { id: number; client: SmartClient; onClose: () => void };

export function ChangeKeysDialog({ id, client: { smart_client_id, name }, onClose }: ChangeProps) {
  const { t } = useTranslation('smart-clients');
  const [text, setText] = useState('');
  const { mutate, error, isPending, reset } = useStoring(id, (jwks: Jwks) =>
    api.call('changeSmartClientKeys', { id, smart_client_id, jwks }),
  );
  const jwks = keysIn(text);
  return (
    <KeyFrame
      title={t('change.title', { name })}
      message={t('change.message')}
      act={t('change')}
      isReady={jwks !== null}
      isPending={isPending}
      error={error}
      onSubmit={() => {
        if (jwks !== null) mutate(jwks, { onSuccess: onClose });
      }}
      onClose={onClose}
    >
      <KeysField
        text={text}
        onText={(value) => {
          reset();
          setText(value);
        }}
      />
    </KeyFrame>
  );
}
