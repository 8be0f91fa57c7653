/** Lists users who signed up and wait for approval: their details, to be approved, or rejected with a reason. */
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import type { WaitingUser } from '@rhythmdesk/contract/sign-up';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { PartShown } from '../../../ui/list/part-shown.tsx';
import { Loading } from '../../../ui/states/after-delay.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { RoleBadge } from '../model/role-badge.tsx';
import { useDecision } from './use-decision.ts';

const List = styled('ul')({ listStyle: 'none', margin: 0, padding: '0 16px 24px', maxWidth: 960 });
const Row = styled('li')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: '8px 12px',
  padding: '12px 0',
  borderBottom: `1px solid ${theme.vars.palette.line.main}`,
  [theme.breakpoints.down('md')]: {
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    '& > .acts': { gridColumn: '1 / -1' },
    '& > .acts > button': { flex: 1, minHeight: 44 },
  },
}));
const Who = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '0 8px' });
const Name = styled('span')({ fontWeight: 600 });
const Id = styled('code')({ fontFamily: '"IBM Plex Mono", monospace', fontSize: textSize.small });
const Facts = styled('div')(({ theme }) => ({
  overflowWrap: 'anywhere',
  color: theme.vars.palette.text.secondary,
}));
const Acts = styled('div')({ display: 'flex', gap: 8 });

function WaitingRow({ user }: { user: WaitingUser }) {
  const { t } = useTranslation('people');
  const format = useFormat();
  const { approve, refuse, deciding } = useDecision();
  const { id, name, user_id, user_group, department, email, phone_number, role_key, created_at } = user;
  return (
    <Row aria-label={name}>
      <Avatar person={{ id, name }} />
      <div>
        <Who>
          <Name>{name}</Name>
          <Id>{user_id}</Id>
          <RoleBadge role_key={role_key} />
        </Who>
        <Facts>{[user_group.name, department].filter(Boolean).join(' · ')}</Facts>
        <Facts>
          {[email, phone_number, format.instant('dateTime', created_at)].filter(Boolean).join(' · ')}
        </Facts>
      </div>
      <Acts className="acts">
        <Button onClick={() => refuse(user)} disabled={deciding}>
          {t('refuse')}
        </Button>
        <Button variant="contained" color="primary" onClick={() => approve(id)} disabled={deciding}>
          {t('approve')}
        </Button>
      </Acts>
    </Row>
  );
}

const Caption = styled('p')(({ theme }) => ({
  margin: '0 16px 4px',
  color: theme.vars.palette.text.secondary,
}));

const Part = styled(PartShown)({ margin: '0 16px 4px' });

export function WaitingUsers() {
  const { t } = useTranslation('people');
  const { data, error, refetch } = useQuery(callQuery('waitingUsers', {}));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Loading>
        <List>
          <Skeleton height={64} />
          <Skeleton height={64} />
        </List>
      </Loading>
    );
  }
  if (data.total === 0) return <EmptyState title={t('none-waiting')} body={t('none-waiting.body')} />;
  return (
    <>
      <Caption>{t('waiting', { count: data.total })}</Caption>
      <Part shown={data.items.length} total={data.total} />
      <List>
        {data.items.map((user) => (
          <WaitingRow key={user.id} user={user} />
        ))}
      </List>
    </>
  );
}
