/** Deletes the user's own account: it asks for confirmation and the password, reports success, then signs out. */
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { api } from '../../platform/client/api.ts';
import { useSessionUser } from '../../platform/session/session-state.ts';
import { beginFarewell, endSession } from '../../platform/session/sign-out.ts';
import { useProofAgain } from '../../features/people/account/use-password-again.ts';
import { useDialogs } from '../../ui/dialogs/dialogs.ts';
import { showFault } from '../../ui/faults/show-fault.ts';

export function WithdrawButton() {
  const { t } = useTranslation('shell');
  const { t: frame } = useTranslation('dialogs');
  const dialogs = useDialogs();
  const user = useSessionUser();
  const askProof = useProofAgain();
  const prove = async () => {
    if (!user.has_password) return askProof();
    const password = await dialogs.prompt({
      title: t('profile.withdraw'),
      label: t('profile.current_password'),
      type: 'password',
      required: true,
      maxLength: 256,
      confirmText: t('profile.withdraw'),
      destructive: true,
    });
    return password === null ? null : { password };
  };
  const withdraw = async () => {
    const yes = await dialogs.confirm({
      title: t('profile.withdraw'),
      message: t('profile.withdraw-question', { user_id: user.user_id }),
      destructive: true,
      confirmText: frame('yes'),
      cancelText: frame('no'),
    });
    if (!yes) return;
    const proof = await prove();
    if (proof === null) return;
    const { stayHere } = beginFarewell();
    try {
      await api.call('deleteUser', { user_id: user.id, ...proof });
    } catch (error) {
      stayHere();
      await showFault(error, 'user');
      return;
    }
    await dialogs.alert({ message: t('profile.withdrawn'), persistent: true });
    endSession('deleted');
  };
  return (
    <Button variant="text" color="error" onClick={() => void withdraw()}>
      {t('profile.withdraw')}
    </Button>
  );
}
