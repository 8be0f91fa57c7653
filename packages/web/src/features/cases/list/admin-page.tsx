/**
 * Shows `/admin`: the patch list of managers, centers, distributers and administrators, with its spreadsheet export.
 */
import { useTranslation } from 'react-i18next';
import { CaseList } from './case-list.tsx';
import { adminList } from '../model/list-kinds.ts';
import { useListPage } from './use-list-page.ts';

export function Page() {
  const { t } = useTranslation('case-list');
  const model = useListPage(adminList, null, true);
  return <CaseList model={model} title={t('title')} />;
}
