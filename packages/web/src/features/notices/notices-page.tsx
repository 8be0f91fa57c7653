/** Shows `/notice`: the notices for the reader's type of group; users who may write notices see their editor. */
import { styled } from '@mui/material/styles';
import { can } from '@rhythmdesk/domain/people/can';
import { useTranslation } from 'react-i18next';
import { useQueryState } from '../../platform/address/use-query-state.ts';
import { useSessionUser } from '../../platform/session/session-state.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { noticeSchema } from './model/notice-state.ts';
import NoticeList from './panels/notice-list.tsx';
import { NoticesDesk } from './write/notices-desk.tsx';

const Column = styled('div')({ maxWidth: 760, padding: '0 16px 32px' });

function ReadersPage() {
  const { t } = useTranslation('notices');
  const [{ notice }] = useQueryState(noticeSchema);
  return (
    <>
      <PageHeader title={t('title')} />
      <Column>
        <NoticeList open={typeof notice === 'number' ? notice : undefined} />
      </Column>
    </>
  );
}

export function Page() {
  const { user_role } = useSessionUser();
  return can(user_role, 'notice.write') === 'never' ? <ReadersPage /> : <NoticesDesk />;
}
