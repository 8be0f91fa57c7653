/**
 * Replaces a list's filters while rows are selected: their number, their spreadsheet export, and a button that clears
 * the selection.
 */
import Button from '@mui/material/Button';
import { XIcon } from '@phosphor-icons/react';
import { useTranslation } from 'react-i18next';
import { ExportButton, type ExportButtonProps } from './export-button.tsx';
import { FilterBar } from './filter-bar.ts';

export type SelectedRowsProps = Pick<ExportButtonProps, 'filename' | 'order'> & {
  count: number;
  onClear: () => void;
};

export function SelectedRows({ count, filename, order, onClear }: SelectedRowsProps) {
  const { t } = useTranslation('lists');
  return (
    <FilterBar>
      <strong role="status">{t('selected', { count })}</strong>
      <ExportButton spelled filename={filename} order={order} />
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
