/**
 * Edit profile, at most 800 wide. Saving asks first; a failed or cancelled save closes the dialog. Without
 * `onClose` a one-time password has to be changed, and the only other way is out.
 */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type SubmitEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { stripPhone } from '@rhythmdesk/domain/people/contact';
import { api } from '../../platform/client/api.ts';
import { useSessionUser } from '../../platform/session/session-state.ts';
import { refreshUser, signOut } from '../../platform/session/sign-in.ts';
import { useDialogs } from '../../ui/dialogs/dialogs.ts';
import { showFault } from '../../ui/faults/show-fault.ts';
import { NoticeBar } from '../../ui/states/notice-bar.tsx';
import { ProfileFields } from './profile-fields.tsx';
import { type ProfileDraft, type ProfileFaults, profileFaults, profileUpdate } from './profile-rules.ts';
import { WithdrawButton } from './withdraw-button.tsx';

function useProfileDraft() {
  const user = useSessionUser();
  const [draft, setDraft] = useState<ProfileDraft>({
    name: user.name,
    email: user.email,
    phone_number: user.phone_number,
    current_password: '',
    password: '',
    confirm: '',
  });
  const set = (field: keyof ProfileDraft, value: string) =>
    setDraft((before) => ({ ...before, [field]: field === 'phone_number' ? stripPhone(value) : value }));
  return { user, draft, set };
}

async function storeProfile(draft: ProfileDraft, user_id: string): Promise<void> {
  try {
    await api.call('updateProfile', profileUpdate(draft, user_id));
    await refreshUser();
  } catch (error) {
    await showFault(error);
  }
}

function useProfileForm(onClose: (() => void) | undefined) {
  const { t } = useTranslation('shell');
  const dialogs = useDialogs();
  const { user, draft, set } = useProfileDraft();
  const [faults, setFaults] = useState<ProfileFaults>({});
  const mustChange = onClose === undefined;
  const save = async () => {
    const found = profileFaults(draft, user.user_id, mustChange);
    setFaults(found);
    if (found.email) await dialogs.alert({ message: t('editProfile.checkEmail') });
    if (Object.keys(found).length > 0) return;
    const yes = await dialogs.confirm({
      message: t('editProfile.editQuestion'),
      confirmText: t('profile.save'),
    });
    if (yes) await storeProfile(draft, user.user_id);
    onClose?.();
  };
  return { user_id: user.user_id, draft, set, faults, mustChange, save };
}

export function ProfileDialog({ onClose }: { onClose?: () => void }) {
  const { t } = useTranslation('shell');
  const { t: frame } = useTranslation('dialogs');
  const title = useId();
  const { user_id, draft, set, faults, mustChange, save } = useProfileForm(onClose);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void save();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={title}
      slotProps={{ paper: { style: { maxWidth: 800 } } }}
    >
      <form onSubmit={submit} noValidate>
        <DialogTitle id={title}>{t('profile.title')}</DialogTitle>
        <DialogContent>
          {mustChange ? <NoticeBar tone="warning" title={t('profile.must-change')} /> : null}
          <ProfileFields
            user_id={user_id}
            draft={draft}
            faults={faults}
            passwordOptional={!mustChange}
            onChange={set}
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
