/** In place of the filters while rows are selected: how many, their spreadsheet, and the way back. */
import Button from '@mui/material/Button';
import { XIcon } from '@phosphor-icons/react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { ExportButton } from '../../../ui/list/export-button.tsx';
import { FilterBar } from '../../../ui/list/filter-bar.ts';

type SelectionProps = { ids: ReadonlySet<number>; onClear: () => void };

export function InstitutionSelection({ ids, onClear }: SelectionProps) {
  const { t } = useTranslation('lists');
  return (
    <FilterBar>
      <strong role="status">{t('selected', { count: ids.size })}</strong>
      <ExportButton
        spelled
        filename="institutions.xlsx"
        onDownload={(signal) => api.download('exportInstitutions', { id: [...ids] }, { signal })}
      />
      <Button
        size="small"
        variant="text"
        startIcon={<XIcon size={14} aria-hidden="true" />}
        onClick={onClear}
      >
        {t('select.clear')}
      </Button>
    </FilterBar>
  );
}
