/** Lists the protocols of erasures: under which pseudonym, when, how many cases and files, and what stays. */
import type { PatientErasure } from '@rhythmdesk/contract/privacy';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../platform/client/query-cache.ts';
import { useFormat } from '../../platform/texts/use-format.ts';
import { ListTable } from '../../ui/list/list-table.ts';
import { PartShown } from '../../ui/list/part-shown.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { useNow } from '../../ui/use-now.ts';
import { Lead, PrivacySection, TableRoom } from './page-parts.tsx';

const underWayMs = 3_000;

function Row({ erasure, nowMs }: { erasure: PatientErasure; nowMs: number }) {
  const { t } = useTranslation('privacy');
  const format = useFormat();
  const { pseudonym, hospital_name, reason, requested_by, requested_at, finished_at } = erasure;
  return (
    <tr>
      <td className="mono">{pseudonym}</td>
      <td>{hospital_name}</td>
      <td>{reason}</td>
      <td>{`${format.moment(requested_at, nowMs)}, ${requested_by}`}</td>
      <td className="number">{`${String(erasure.cases_erased)} / ${String(erasure.cases)}`}</td>
      <td className="number">{erasure.files_removed ?? '–'}</td>
      <td>
        {finished_at === null ? t('state.working') : t('state.done')}
        {erasure.report_until === null
          ? ''
          : ` · ${t('until', { day: format.calendarDate(erasure.report_until) })}`}
      </td>
    </tr>
  );
}

function Rows({ items }: { items: readonly PatientErasure[] }) {
  const { t } = useTranslation('privacy');
  const nowMs = useNow();
  if (items.length === 0) return <Lead>{t('no-erasures')}</Lead>;
  return (
    <TableRoom label={t('erasures')}>
      <ListTable>
        <thead>
          <tr>
            <th scope="col">{t('column.pseudonym')}</th>
            <th scope="col">{t('hospital')}</th>
            <th scope="col">{t('reason')}</th>
            <th scope="col">{t('column.requested')}</th>
            <th scope="col" className="number">
              {t('column.cases')}
            </th>
            <th scope="col" className="number">
              {t('column.files')}
            </th>
            <th scope="col">{t('column.state')}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((erasure) => (
            <Row key={erasure.erasure_id} erasure={erasure} nowMs={nowMs} />
          ))}
        </tbody>
      </ListTable>
    </TableRoom>
  );
}

export function ErasureSection() {
  const { t } = useTranslation('privacy');
  const { data, error, refetch } = useQuery({
    ...callQuery('erasures', {}),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ finished_at }) => finished_at === null) === true ? underWayMs : false,
  });
  return (
    <PrivacySection title={t('erasures')}>
      {error !== null && data === undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : null}
      {data === undefined ? null : (
        <>
          <PartShown shown={data.items.length} total={data.total} />
          <Rows items={data.items} />
        </>
      )}
    </PrivacySection>
  );
}
