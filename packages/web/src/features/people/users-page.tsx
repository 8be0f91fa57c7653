/** `/admin/user`: who signed up and waits for approval. */
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../ui/page-header.tsx';
import { WaitingUsers } from './waiting-users.tsx';

export function Page() {
  const { t } = useTranslation('people');
  return (
    <>
      <PageHeader title={t('title')} />
      <WaitingUsers />
    </>
  );
}
