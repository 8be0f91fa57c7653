/** Shows `/`: the cases of the center, for technicians and chiefs. */
import { useTranslation } from 'react-i18next';
import { CaseList } from './case-list.tsx';
import { worklist } from '../model/list-kinds.ts';
import { useListPage } from './use-list-page.ts';

export function Page() {
  const { t } = useTranslation('case-list');
  const model = useListPage(worklist, null, true);
  return <CaseList model={model} title={t('title')} />;
}
