/** Shows the users as a grid. */
import type { UserRow } from '@rhythmdesk/contract/users';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { type PageGridProps, RecordGrid } from '../../../ui/list/record-grid.tsx';
import { columnFacts, type UserColumnId } from '../model/user-columns.ts';
import { sortInAddress } from '../model/user-state.ts';
import { userRowId } from './use-user-page.ts';
import { userCell } from './user-cells.tsx';

export function UserGrid(props: PageGridProps<UserRow, UserColumnId>) {
  const { t } = useTranslation('users');
  const nameOf = useCallback((id: UserColumnId | 'menu') => t(`column.${id}`), [t]);
  const menuOf = useCallback(({ name }: UserRow) => t('menu', { name }), [t]);
  return (
    <RecordGrid
      {...props}
      label={t('title')}
      keyOf={userRowId}
      firstField="name"
      factsOf={columnFacts}
      nameOf={nameOf}
      cell={userCell}
      menuOf={menuOf}
      sortInAddress={({ field, sort }) => sortInAddress(field, sort)}
    />
  );
}
