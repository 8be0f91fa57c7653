/**
 * Shows the dialog to delete a user: what happens to the open cases, and that it cannot be undone; below level 5 the
 * caller is signed out.
 */
import Button from '@mui/material/Button';
import type { User } from '@rhythmdesk/contract/users';
import { topLevel } from '@rhythmdesk/domain/people/roles';
import { TrashIcon } from '@phosphor-icons/react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { SmallDialog } from '../../../ui/dialogs/small-dialog.tsx';

export type DeleteUserDialogProps = {
  user: User;
  onClose: () => void;
  onDeleted: (endsSession: boolean) => void;
};

export function DeleteUserDialog({ user, onClose, onDeleted }: DeleteUserDialogProps) {
  const { t } = useTranslation('users');
  const { t: frame } = useTranslation('dialogs');
  const { user_role } = useSessionUser();
  const endsSession = user_role.level < topLevel;
  const { mutate, isPending } = useMutation({
    meta: { about: 'user' },
    mutationFn: () => api.call('deleteUser', { user_id: user.id }),
    onSuccess: () => onDeleted(endsSession),
  });
  const open = user.open_cases?.total ?? 0;
  const parts = [
    t('delete.body', { name: user.name, user_id: user.user_id }),
    ...(open === 0 ? [] : [t('delete.cases', { count: open })]),
    ...(endsSession ? [t('delete.session')] : []),
  ];
  return (
    <SmallDialog
      title={t('delete.title')}
      message={parts.join('\n')}
      icon={<TrashIcon size={18} aria-hidden="true" />}
      destructive
      persistent={false}
      onDismiss={onClose}
      onSubmit={() => mutate()}
      actions={
        <>
          <Button size="large" onClick={onClose} autoFocus>
            {frame('cancel')}
          </Button>
          <Button size="large" type="submit" variant="contained" color="error" disabled={isPending}>
            {t('delete')}
          </Button>
        </>
      }
    />
  );
}
