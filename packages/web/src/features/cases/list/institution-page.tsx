/**
 * Shows `/institution/list`: one institution's facts and its cases. Users who serve several institutions choose one.
 */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useQueryState } from '../../../platform/address/use-query-state.ts';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { CaseList } from './case-list.tsx';
import { InstitutionHead } from './institution-head.tsx';
import { institutionList } from '../model/list-kinds.ts';
import { useListPage } from './use-list-page.ts';

const addressSchema = z.object({
  institution: z.coerce.number().int().positive().optional().catch(undefined),
});

function useInstitutions() {
  const { user_group } = useSessionUser();
  const { data, error, refetch } = useQuery({
    ...callQuery('facilities', { type: ['hospital'] }),
    staleTime: 5 * 60_000,
  });
  const own = user_group.type === 'hospital' ? { id: user_group.id, name: user_group.name } : undefined;
  const list = data?.items ?? (own ? [own] : undefined);
  return { list, own, error: data || own ? null : error, retry: () => void refetch() };
}

export function Page() {
  const { t } = useTranslation('case-list');
  const [{ institution }, onChange] = useQueryState(addressSchema);
  const { list, own, error, retry } = useInstitutions();
  const chosen = list?.find(({ id }) => id === institution) ?? own ?? list?.[0];
  const model = useListPage(institutionList, chosen?.id ?? null, chosen !== undefined);
  if (error) return <ErrorState error={error} onRetry={retry} />;
  if (list?.length === 0)
    return <EmptyState title={t('institution.none')} body={t('institution.none.body')} level="h1" />;
  if (chosen === undefined) return null;
  return (
    <CaseList
      model={model}
      title={t('title')}
      head={(primary) => (
        <InstitutionHead
          institution={chosen}
          others={list ?? []}
          model={model}
          primary={primary}
          onPick={(id) => onChange({ institution: id, page: undefined }, 'push')}
        />
      )}
    />
  );
}
