/** The latest activities of a user beside the list, with a link to all of them. */
import { styled } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { Section } from '../../../ui/panel.tsx';
import { ActivityRows } from '../activities/activity-rows.tsx';

const latest = 8;
const AllLink = styled(Link)(({ theme }) => ({ color: theme.vars.palette.primary.main }));

export function UserActivities({ id }: { id: number }) {
  const { t } = useTranslation('activities');
  const { data } = useQuery(callQuery('activities', { user_id: id, size: latest }));
  if (data === undefined) return null;
  const all = <AllLink to={`/activities/${String(id)}`}>{t('all', { count: data.total })}</AllLink>;
  return (
    <Section title={t('title')} note={all}>
      {data.items.length === 0 ? t('empty') : <ActivityRows items={data.items} />}
    </Section>
  );
}
