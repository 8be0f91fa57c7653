/** Shows how long each kind of data is kept in this installation, and which setting decides. */
import type { Routes } from '@rhythmdesk/contract/routes';
import type { OutputOf } from '@rhythmdesk/contract/route';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../platform/client/query-cache.ts';
import { ListTable } from '../../ui/list/list-table.ts';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { PrivacySection, TableRoom } from './page-parts.tsx';

type RetentionRow = OutputOf<Routes['retention']>['items'][number];

function useEnd() {
  const { t } = useTranslation('privacy');
  return ({ ends, amount, unit }: RetentionRow): string => {
    if (ends !== 'after') return t(`ends.${ends}`);
    const count = amount ?? 0;
    return unit === 'years' ? t('ends.years', { count }) : t('ends.days', { count });
  };
}

export function RetentionSection() {
  const { t } = useTranslation('privacy');
  const endOf = useEnd();
  const { data, error, refetch } = useQuery(callQuery('retention', {}));
  return (
    <PrivacySection title={t('retention')}>
      {error !== null && data === undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : null}
      <TableRoom label={t('retention')}>
        <ListTable sx={{ maxWidth: 960 }}>
          <thead>
            <tr>
              <th scope="col">{t('column.kind')}</th>
              <th scope="col">{t('column.kept')}</th>
              <th scope="col">{t('column.setting')}</th>
            </tr>
          </thead>
          <tbody>
            {(data?.items ?? []).map((row) => (
              <tr key={row.kind}>
                <td className="strong">{t(`kind.${row.kind}`)}</td>
                <td>{endOf(row)}</td>
                <td className="mono">{row.setting ?? ''}</td>
              </tr>
            ))}
          </tbody>
        </ListTable>
      </TableRoom>
    </PrivacySection>
  );
}
