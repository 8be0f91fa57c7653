/** Asks for a new API key (name, scopes, days) or for how long a replaced secret stays valid, then shows the secret. */
import MenuItem from '@mui/material/MenuItem';
import type { ApiKey, ApiKeys, NewApiKey } from '@rhythmdesk/contract/api-keys';
import {
  completeScopes,
  keyDays,
  rotationOverlapHours,
  type KeyDays,
  type KeyScope,
  type OverlapHours,
} from '@rhythmdesk/domain/people/api-keys';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { SecretDialog } from '../../../ui/dialogs/secret-dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { KeyFrame, ScopeField } from './key-frame.tsx';

function DaysField({ days, onDays }: { days: KeyDays; onDays: (days: KeyDays) => void }) {
  const { t } = useTranslation('api-keys');
  return (
    <SelectField
      label={t('days')}
      value={String(days)}
      onChange={(value) => onDays(keyDays.find((each) => String(each) === value) ?? days)}
    >
      {keyDays.map((count) => (
        <MenuItem key={count} value={String(count)}>
          {t('days.value', { count })}
        </MenuItem>
      ))}
    </SelectField>
  );
}

function useMaking<Input>(id: number, make: (input: Input) => Promise<NewApiKey>) {
  const cache = useQueryClient();
  return useMutation({
    meta: { faults: 'in-place' },
    mutationFn: make,
    onSettled: () => cache.invalidateQueries({ queryKey: ['apiKeys', { id }] }),
  });
}

function Made({ made: { key, secret }, onClose }: { made: NewApiKey; onClose: () => void }) {
  const { t } = useTranslation('api-keys');
  return (
    <SecretDialog
      title={t('secret.title', { name: key.name })}
      message={t('secret.message')}
      secret={secret}
      onClose={onClose}
    />
  );
}

type CreateProps = { keys: ApiKeys; onClose: () => void };

export function CreateKeyDialog({ keys: { institution, scopes: offered }, onClose }: CreateProps) {
  const { t } = useTranslation('api-keys');
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly KeyScope[]>(['case.read']);
  const [days, setDays] = useState<KeyDays>(365);
  const { id } = institution;
  const { mutate, data, error, isPending, reset } = useMaking(id, () =>
    api.call('createApiKey', { id, name, scopes: [...scopes], days }),
  );
  if (data !== undefined) return <Made made={data} onClose={onClose} />;
  return (
    <KeyFrame
      title={t('create')}
      message={t('note')}
      act={t('create')}
      isReady={name.trim() !== '' && scopes.length > 0}
      isPending={isPending}
      error={error}
      onSubmit={() => mutate(undefined)}
      onClose={onClose}
    >
      <TextField
        label={t('name')}
        hint={t('name.hint')}
        value={name}
        autoFocus
        inputProps={{ maxLength: 100 }}
        onChange={(event) => {
          reset();
          setName(event.target.value);
        }}
      />
      <ScopeField
        legend={t('scopes')}
        offered={offered}
        chosen={scopes}
        nameOf={(scope) => t(`scope.${scope}`)}
        onChosen={(chosen) => setScopes(completeScopes(chosen))}
      />
      <DaysField days={days} onDays={setDays} />
    </KeyFrame>
  );
}

type RotateProps = { id: number; apiKey: ApiKey; onClose: () => void };

export function RotateKeyDialog({ id, apiKey: { key_id, name }, onClose }: RotateProps) {
  const { t } = useTranslation('api-keys');
  const [days, setDays] = useState<KeyDays>(365);
  const [overlap_hours, setOverlap] = useState<OverlapHours>(24);
  const { mutate, data, error, isPending } = useMaking(id, () =>
    api.call('rotateApiKey', { id, key_id, days, overlap_hours }),
  );
  if (data !== undefined) return <Made made={data} onClose={onClose} />;
  return (
    <KeyFrame
      title={t('rotate.title', { name })}
      message={t('rotate.message')}
      act={t('rotate')}
      isReady
      isPending={isPending}
      error={error}
      onSubmit={() => mutate(undefined)}
      onClose={onClose}
    >
      <SelectField
        label={t('overlap')}
        value={String(overlap_hours)}
        onChange={(value) =>
          setOverlap(rotationOverlapHours.find((each) => String(each) === value) ?? overlap_hours)
        }
      >
        {rotationOverlapHours.map((hours) => (
          <MenuItem key={hours} value={String(hours)}>
            {t(`overlap.${hours}`)}
          </MenuItem>
        ))}
      </SelectField>
      <DaysField days={days} onDays={setDays} />
    </KeyFrame>
  );
}
