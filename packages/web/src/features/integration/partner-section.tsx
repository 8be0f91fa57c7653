/** Lists the systems with which messages are exchanged, as a table, and as cards for phones. */
import Button from '@mui/material/Button';
import { styled, type Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { Partner } from '@rhythmdesk/contract/partners';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../platform/client/api.ts';
import { nameLanguage } from '../../platform/texts/name-language.ts';
import { useFormat } from '../../platform/texts/use-format.ts';
import { ListTable } from '../../ui/list/list-table.ts';
import { Card, Cards } from '../../ui/list/row-cards.ts';
import { NoticeBar } from '../../ui/states/notice-bar.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Tag } from '../../ui/tag.tsx';
import { showToast } from '../../ui/toasts/toast-queue.ts';

const Head = styled('div')({ padding: '4px 16px 8px' });
const Notice = styled('div')({ padding: '0 16px 8px' });
const Tags = styled('span')({ display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', gap: 4 });
const Table = styled(ListTable)({
  '& td': { overflowWrap: 'anywhere' },
  '& th': { position: 'static' },
  '& td:last-of-type': { textAlign: 'right', paddingRight: 16 },
});

function addressOf(partner: Partner): string {
  if (partner.channel !== 'hl7') return partner.settings.url;
  const { host, port, tls } = partner.settings;
  return partner.sends_results ? `${host}:${String(port)}${tls ? ' · TLS' : ''}` : '–';
}

/** What is exchanged; of a partner that the product has switched off also why. */
function Exchanged({ partner }: { partner: Partner }) {
  const { t } = useTranslation('integration');
  const off = partner.channel === 'webhook' ? partner.off_reason : null;
  return (
    <Tags>
      {partner.active ? null : <Tag tone="warning">{off === null ? t('off') : t(`off.${off}`)}</Tag>}
      {partner.channel === 'webhook' ? <Tag tone="primary">{t('webhook')}</Tag> : null}
      {partner.channel === 'dicom' ? <Tag tone="primary">{t('pacs')}</Tag> : null}
      {partner.channel === 'hl7' && partner.sends_results ? <Tag tone="primary">{t('sends')}</Tag> : null}
      {partner.channel === 'hl7' && partner.takes_orders ? <Tag tone="primary">{t('takes')}</Tag> : null}
    </Tags>
  );
}

const openOf = ({ counts }: Partner): number => counts.waiting + counts.sent;
const failedOf = ({ counts }: Partner): number => counts.refused + counts.dead;

/** The number of refused and given up messages, with a button that sends those again that this product sent. */
function Failed({ partner }: { partner: Partner }) {
  const { t } = useTranslation('integration');
  const format = useFormat();
  const cache = useQueryClient();
  const again = useMutation({
    mutationFn: () => api.call('sendFailedAgain', { partner_id: partner.partner_id }),
    onSuccess: ({ count }) => showToast(t('again-done.all', { count })),
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: ['partnerMessages'] }),
        cache.invalidateQueries({ queryKey: ['partners'] }),
      ]),
  });
  const failed = failedOf(partner);
  if (failed === 0) return <span>{format.number(0)}</span>;
  return (
    <Tags>
      <Tag tone="error">{format.number(failed)}</Tag>
      {partner.undelivered === 0 ? null : (
        <Button
          size="small"
          aria-label={t('again-all', { name: partner.name })}
          disabled={again.isPending}
          onClick={() => again.mutate()}
        >
          {t('again')}
        </Button>
      )}
    </Tags>
  );
}

type RowsProps = {
  readonly partners: readonly Partner[];
  readonly onEdit: ((partner: Partner) => void) | null;
};

function Edit({ partner, onEdit }: { partner: Partner; onEdit: RowsProps['onEdit'] }) {
  const { t } = useTranslation('integration');
  if (onEdit === null) return null;
  const label = t('edit-what', { name: partner.name });
  return (
    <Button size="small" variant="outlined" aria-label={label} onClick={() => onEdit(partner)}>
      {t('edit')}
    </Button>
  );
}

function PartnerTable({ partners, onEdit }: RowsProps) {
  const { t } = useTranslation('integration');
  const format = useFormat();
  return (
    <Table>
      <thead>
        <tr>
          <th scope="col">{t('column.partner')}</th>
          <th scope="col">{t('column.hospital')}</th>
          <th scope="col">{t('column.exchanged')}</th>
          <th scope="col">{t('column.address')}</th>
          <th scope="col" className="number">
            {t('column.open')}
          </th>
          <th scope="col" className="number">
            {t('column.failed')}
          </th>
          <th scope="col" aria-label={t('column.actions')} />
        </tr>
      </thead>
      <tbody>
        {partners.map((partner) => (
          <tr key={partner.partner_id}>
            <td className="strong" lang={nameLanguage(partner.name)}>
              {partner.name}
            </td>
            <td lang={nameLanguage(partner.hospital.name)}>{partner.hospital.name}</td>
            <td>
              <Exchanged partner={partner} />
            </td>
            <td className="mono">{addressOf(partner)}</td>
            <td className="number">{format.number(openOf(partner))}</td>
            <td className="number">
              <Failed partner={partner} />
            </td>
            <td>
              <Edit partner={partner} onEdit={onEdit} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function PartnerCards({ partners, onEdit }: RowsProps) {
  const { t } = useTranslation('integration');
  const format = useFormat();
  return (
    <Cards>
      {partners.map((partner) => (
        <Card tinted={false} key={partner.partner_id}>
          <span className="line">
            <b lang={nameLanguage(partner.name)}>{partner.name}</b>
            <Edit partner={partner} onEdit={onEdit} />
          </span>
          <span className="quiet" lang={nameLanguage(partner.hospital.name)}>
            {partner.hospital.name}
          </span>
          <Exchanged partner={partner} />
          <span className="mono quiet">{addressOf(partner)}</span>
          <span className="line quiet">
            <span>
              {t('column.open')}: {format.number(openOf(partner))}
            </span>
            <span>
              {t('column.failed')}: <Failed partner={partner} />
            </span>
          </span>
        </Card>
      ))}
    </Cards>
  );
}

/** Says which systems cannot be told apart: they were added before such a pair was refused. */
function SameSender({ partners }: Pick<RowsProps, 'partners'>) {
  const { t } = useTranslation('integration');
  const sharing = partners.filter((one) => one.channel === 'hl7' && one.same_sender.length > 0);
  if (sharing.length === 0) return null;
  const names = sharing.map(({ name, hospital }) => `${name} (${hospital.name})`).join(', ');
  return (
    <Notice>
      <NoticeBar tone="warning" title={t('same-sender')}>
        {t('same-sender-body', { names })}
      </NoticeBar>
    </Notice>
  );
}

type SectionProps = {
  /** Undefined until the server has answered. */
  readonly partners: { readonly items: readonly Partner[]; readonly may_change: boolean } | undefined;
  readonly onEdit: (partner: Partner) => void;
};

export function PartnerSection({ partners, onEdit }: SectionProps) {
  const { t } = useTranslation('integration');
  const narrow = useMediaQuery((theme: Theme) => theme.breakpoints.down(1024), { noSsr: true });
  if (partners === undefined) return null;
  const shown = { partners: partners.items, onEdit: partners.may_change ? onEdit : null };
  const Rows = narrow ? PartnerCards : PartnerTable;
  return (
    <section aria-label={t('partners')}>
      <Head>
        <Typography variant="h3" component="h2">
          {t('partners')}
        </Typography>
      </Head>
      <SameSender partners={partners.items} />
      {partners.items.length === 0 ? (
        <EmptyState
          title={t('no-partners')}
          {...(partners.may_change ? { body: t('no-partners-body') } : {})}
        />
      ) : (
        <Rows {...shown} />
      )}
    </section>
  );
}
