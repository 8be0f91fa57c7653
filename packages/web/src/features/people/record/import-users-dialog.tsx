/** Imports users from a spreadsheet. */
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { ImportDialog } from '../../../ui/import/import-dialog.tsx';

export function ImportUsersDialog({ onClose, onImported }: { onClose: () => void; onImported: () => void }) {
  const { t } = useTranslation('users');
  const columns = [
    { name: 'name', label: t('field.name'), required: true, example: 'Mori Kaede' },
    { name: 'user_id', label: t('field.user_id'), required: true, example: 'mori1174' },
    { name: 'email', label: t('field.email'), required: true, example: 'mori@hospital.example' },
    { name: 'role', label: t('field.user_role_id'), required: true, example: 'DOCTOR' },
    { name: 'institution', label: t('field.user_group_id'), required: true, example: 'MNT-4471' },
    { name: 'phone_number', label: t('field.phone_number'), required: false, example: '0312345678' },
    { name: 'description', label: t('field.description'), required: false, example: '' },
  ] as const;
  return (
    <ImportDialog
      title={t('import.title')}
      about={t('import.about')}
      columns={columns}
      templateName="users"
      send={(lines, dry_run) => api.call('importUsers', { dry_run, rows: [...lines] })}
      onClose={onClose}
      onImported={onImported}
    />
  );
}
