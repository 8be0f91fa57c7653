/** Lists the user's passkeys and security keys: each with its editable name and a button to remove it. */
import Button from '@mui/material/Button';
import { KeyIcon, PlusIcon } from '@phosphor-icons/react';
import type { OutputOf } from '@rhythmdesk/contract/route';
import type { Routes } from '@rhythmdesk/contract/routes';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { hasPasskeys, isKnownHere, makePasskey } from '../../../platform/session/passkeys.ts';
import { refreshUser } from '../../../platform/session/sign-in.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { useDialogs } from '../../../ui/dialogs/dialogs.ts';
import { showToast } from '../../../ui/toasts/toast-queue.ts';
import { useNow } from '../../../ui/use-now.ts';
import { AccountRow, RowActs } from './account-card.tsx';
import { usePasswordAgain, type PasswordAgain } from './use-password-again.ts';

/** In characters. */
const longestName = 60;

type Passkey = OutputOf<Routes['signInFactors']>['passkeys'][number];

export type PasskeyRowsProps = {
  passkeys: readonly Passkey[];
  /** Whether the institution offers new ones. */
  offered: boolean;
  onChanged: () => void;
  /** With recovery codes if this was the first factor. */
  onAdded: (codes: readonly string[] | null) => void;
};

function usePasskeyChanges({ passkey_id, name }: Passkey, onChanged: () => void) {
  const { t } = useTranslation('account');
  const dialogs = useDialogs();
  const askPassword = usePasswordAgain();
  const onSettled = () => {
    onChanged();
    void refreshUser();
  };
  const rename = useMutation({
    mutationFn: (given: string) => api.call('renamePasskey', { passkey_id, name: given }),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (again: PasswordAgain) => api.call('removePasskey', { passkey_id, ...again }),
    onSuccess: () => showToast(t('app.removed')),
    onSettled,
  });
  const askName = async () => {
    const given = await dialogs.prompt({
      title: t('passkey.name-title'),
      label: t('passkey.name'),
      defaultValue: name,
      required: true,
      maxLength: longestName,
      confirmText: t('passkey.name-save'),
    });
    if (given !== null && given.trim() !== '' && given.trim() !== name) rename.mutate(given.trim());
  };
  const askRemove = async () => {
    const again = await askPassword(t('passkey.remove-body', { name }));
    if (again !== null) remove.mutate(again);
  };
  return { askName, askRemove, isRemoving: remove.isPending };
}

function PasskeyRow({ passkey, onChanged }: { passkey: Passkey; onChanged: () => void }) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const nowMs = useNow();
  const { name, created_at, last_used_at, backed_up } = passkey;
  const { askName, askRemove, isRemoving } = usePasskeyChanges(passkey, onChanged);
  const facts = [
    t('app.since', { time: format.moment(created_at, nowMs) }),
    last_used_at === null ? null : t('app.used', { time: format.moment(last_used_at, nowMs) }),
    t(backed_up ? 'passkey.backed-up' : 'passkey.one-device'),
  ];
  return (
    <AccountRow aria-label={name}>
      <KeyIcon size={20} aria-hidden="true" />
      <div>
        <strong>{name}</strong>
        <div className="facts">{facts.filter((fact) => fact !== null).join(' · ')}</div>
      </div>
      <RowActs>
        <Button onClick={() => void askName()} aria-label={t('passkey.rename-one', { name })}>
          {t('passkey.rename')}
        </Button>
        <Button
          onClick={() => void askRemove()}
          disabled={isRemoving}
          aria-label={t('passkey.remove-one', { name })}
        >
          {t('remove')}
        </Button>
      </RowActs>
    </AccountRow>
  );
}

function useAdding({ onAdded }: Pick<PasskeyRowsProps, 'onAdded'>) {
  const { t } = useTranslation('account');
  const dialogs = useDialogs();
  const askPassword = usePasswordAgain();
  const add = useMutation({
    mutationFn: async (again: PasswordAgain) => {
      const { ticket, options } = await api.call('beginPasskey', { ...again });
      const answer = await makePasskey(options).catch((error: unknown) => {
        if (isKnownHere(error)) return 'known' as const;
        throw error;
      });
      if (answer === null || answer === 'known') return answer;
      const name = await dialogs.prompt({
        title: t('passkey.name-title'),
        message: t('passkey.name-body'),
        label: t('passkey.name'),
        defaultValue: t('passkey.name-first'),
        required: true,
        maxLength: longestName,
        confirmText: t('passkey.name-save'),
      });
      const given = name?.trim() ?? '';
      return api.call('addPasskey', { ticket, name: given === '' ? t('passkey.name-first') : given, answer });
    },
    onSuccess: (added) => {
      if (added === null) showToast(t('passkey.cancelled'));
      else if (added === 'known') void dialogs.alert({ message: t('passkey.known') });
      else onAdded(added.recovery_codes);
    },
  });
  const begin = async () => {
    const again = await askPassword();
    if (again !== null) add.mutate(again);
  };
  return { begin, isPending: add.isPending };
}

export function PasskeyRows({ passkeys, offered, onChanged, onAdded }: PasskeyRowsProps) {
  const { t } = useTranslation('account');
  const { begin, isPending } = useAdding({ onAdded });
  return (
    <>
      {passkeys.map((passkey) => (
        <PasskeyRow key={passkey.passkey_id} passkey={passkey} onChanged={onChanged} />
      ))}
      {offered ? (
        <AccountRow aria-label={t('passkey.add')}>
          <PlusIcon size={20} aria-hidden="true" />
          <div>
            <strong>{t('passkey')}</strong>
            <div className="facts">{t(hasPasskeys() ? 'passkey.lead' : 'passkey.no-browser')}</div>
          </div>
          <Button onClick={() => void begin()} disabled={isPending || !hasPasskeys()}>
            {t('passkey.add')}
          </Button>
        </AccountRow>
      ) : null}
    </>
  );
}
