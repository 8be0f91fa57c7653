/** `/notice`: the notices for the reader's kind of group; for who may write them, their desk. */
import { styled } from '@mui/material/styles';
import { can } from '@rhythmdesk/domain/people/can';
import { useTranslation } from 'react-i18next';
import { useSessionUser } from '../../platform/session/session-state.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import NoticeList from './panels/notice-list.tsx';
import { NoticesDesk } from './write/notices-desk.tsx';

const Column = styled('div')({ maxWidth: 760, padding: '0 16px 32px' });

export function Page() {
  const { t } = useTranslation('notices');
  const { user_role } = useSessionUser();
  if (can(user_role, 'notice.write') !== 'never') return <NoticesDesk />;
  return (
    <>
      <PageHeader title={t('title')} />
      <Column>
        <NoticeList />
      </Column>
    </>
  );
}
