/**
 * Shows the dialog to edit the profile, at most 800 px wide. Saving asks first; a cancelled save closes the dialog, a failed one
 * keeps what was typed.
 * Without `onClose`, a one-time password has to be changed, and signing out is the only alternative.
 */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useUnsavedInput } from '../../ui/dialogs/use-unsaved-input.ts';
import { api } from '../../platform/client/api.ts';
import { useSessionUser } from '../../platform/session/session-state.ts';
import { refreshUser, signOut } from '../../platform/session/sign-in.ts';
import { useDialogs } from '../../ui/dialogs/dialogs.ts';
import { showFault } from '../../ui/faults/show-fault.ts';
import { NoticeBar } from '../../ui/states/notice-bar.tsx';
import { useProofAgain } from '../../features/people/account/use-password-again.ts';
import type { Proof } from '../../ui/proof/use-proofs.ts';
import { ProfileFields } from './profile-fields.tsx';
import {
  needsPassword,
  type ProfileAccount,
  type ProfileDraft,
  profileFaults,
  profileUpdate,
} from './profile-rules.ts';
import { WithdrawButton } from './withdraw-button.tsx';

function useResolver(account: ProfileAccount, mustChange: boolean): Resolver<ProfileDraft> {
  const { t: say } = useTranslation('messages');
  return (draft) => {
    const faults = Object.entries(profileFaults(draft, account, mustChange));
    const errors = faults.map(([field, key]) => [field, { type: 'fault', message: say(key) }] as const);
    return errors.length === 0
      ? { values: draft, errors: {} }
      : { values: {}, errors: Object.fromEntries(errors) };
  };
}

/** Returns false if the profile was not saved; the reason has then been shown. */
async function storeProfile(
  draft: ProfileDraft,
  account: ProfileAccount,
  proof: Proof | null,
): Promise<boolean> {
  try {
    await api.call('updateProfile', { ...profileUpdate(draft, account), ...proof });
    await refreshUser();
    return true;
  } catch (error) {
    await showFault(error);
    return false;
  }
}

function useProfileForm(onClose: (() => void) | undefined) {
  const { t } = useTranslation('shell');
  const dialogs = useDialogs();
  const { user_id, name, email, phone_number, has_password } = useSessionUser();
  const account = { user_id, email, has_password };
  const askProof = useProofAgain();
  const mustChange = onClose === undefined;
  const { control, handleSubmit } = useForm<ProfileDraft>({
    defaultValues: { name, email, phone_number, current_password: '', password: '', confirm: '' },
    resolver: useResolver(account, mustChange),
    reValidateMode: 'onSubmit',
  });
  const storeProved = async (draft: ProfileDraft): Promise<boolean> => {
    if (has_password || !needsPassword(draft, account)) return storeProfile(draft, account, null);
    const proof = await askProof();
    return proof !== null && storeProfile(draft, account, proof);
  };
  const store = async (draft: ProfileDraft) => {
    const yes = await dialogs.confirm({
      message: t('editProfile.editQuestion'),
      confirmText: t('profile.save'),
    });
    if (!yes || (await storeProved(draft))) onClose?.();
  };
  const save = handleSubmit(store, async ({ email: fault }) => {
    if (fault) await dialogs.alert({ message: t('editProfile.checkEmail') });
  });
  return { user_id, hasPassword: has_password, control, mustChange, save };
}

export function ProfileDialog({ onClose }: { onClose?: () => void }) {
  const { t } = useTranslation('shell');
  const { t: frame } = useTranslation('dialogs');
  const title = useId();
  const { user_id, hasPassword, control, mustChange, save } = useProfileForm(onClose);
  const { leave, onTyped } = useUnsavedInput();
  return (
    <Dialog
      open
      onClose={onClose && (() => leave(onClose))}
      aria-labelledby={title}
      slotProps={{ paper: { style: { maxWidth: 800 } } }}
    >
      <form onSubmit={(event) => void save(event)} onInput={onTyped} noValidate>
        <DialogTitle id={title}>{t('profile.title')}</DialogTitle>
        <DialogContent>
          {mustChange ? <NoticeBar tone="warning" title={t('profile.must-change')} /> : null}
          <ProfileFields
            user_id={user_id}
            control={control}
            passwordOptional={!mustChange}
            hasPassword={hasPassword}
          />
        </DialogContent>
        <DialogActions>
          {mustChange ? null : <WithdrawButton />}
          <span style={{ flex: 1 }} />
          <Button onClick={onClose ?? (() => void signOut())}>
            {mustChange ? t('account.logout') : frame('close')}
          </Button>
          <Button type="submit" variant="contained" color="primary">
            {t('profile.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
