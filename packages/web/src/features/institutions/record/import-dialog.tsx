/** Imports institutions from a spreadsheet. */
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { ImportDialog } from '../../../ui/import/import-dialog.tsx';

type ImportProps = { onClose: () => void; onImported: () => void };

export function ImportInstitutionsDialog({ onClose, onImported }: ImportProps) {
  const { t } = useTranslation('institutions');
  const columns = [
    { name: 'name', label: t('field.name'), required: true, example: 'Minato General Hospital' },
    { name: 'type', label: t('field.type'), required: true, example: 'hospital' },
    { name: 'register_code', label: t('field.register_code'), required: true, example: 'MNT-4471' },
    { name: 'region', label: t('field.region'), required: true, example: 'Tokyo' },
    { name: 'postcode', label: t('field.postcode'), required: true, example: '105-0011' },
    { name: 'address', label: t('field.address'), required: true, example: '4-5-6 Shibakoen, Minato' },
    { name: 'tech_center', label: t('field.tech_center_id'), required: false, example: '' },
    { name: 'description', label: t('field.description'), required: false, example: '' },
  ] as const;
  return (
    <ImportDialog
      title={t('import.title')}
      about={t('import.about')}
      columns={columns}
      templateName="institutions"
      send={(lines, dry_run) => api.call('importInstitutions', { dry_run, rows: [...lines] })}
      onClose={onClose}
      onImported={onImported}
    />
  );
}
