/** Shows the password for one sign-in once. */
import { useTranslation } from 'react-i18next';
import { SecretDialog } from '../../../ui/dialogs/secret-dialog.tsx';

export type OneTimeDialogProps = { user_id: string; password: string; onClose: () => void };

export function OneTimeDialog({ user_id, password, onClose }: OneTimeDialogProps) {
  const { t } = useTranslation('users');
  return (
    <SecretDialog
      title={t('one-time.title')}
      message={t('one-time.body', { user_id })}
      secret={password}
      onClose={onClose}
    />
  );
}
