/** Lists the systems with which messages are exchanged, as a table, and as cards for phones. */
import Button from '@mui/material/Button';
import { styled, type Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { Partner } from '@rhythmdesk/contract/partners';
import { useTranslation } from 'react-i18next';
import { nameLanguage } from '../../platform/texts/name-language.ts';
import { useFormat } from '../../platform/texts/use-format.ts';
import { ListTable } from '../../ui/list/list-table.ts';
import { Card, Cards } from '../../ui/list/row-cards.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Tag } from '../../ui/tag.tsx';

const Head = styled('div')(({ theme }) => ({
  padding: '4px 16px 8px 24px',
  [theme.breakpoints.down('sm')]: { paddingLeft: 16 },
}));
const Tags = styled('span')({ display: 'inline-flex', flexWrap: 'wrap', gap: 4 });
const Table = styled(ListTable)({
  '& td': { overflowWrap: 'anywhere' },
  '& th': { position: 'static' },
  '& td:last-of-type': { textAlign: 'right', paddingRight: 24 },
});

const addressOf = ({ sends_results, settings: { host, port, tls } }: Partner): string =>
  sends_results ? `${host}:${String(port)}${tls ? ' · TLS' : ''}` : '–';

function Exchanged({ partner: { active, sends_results, takes_orders } }: { partner: Partner }) {
  const { t } = useTranslation('integration');
  return (
    <Tags>
      {active ? null : <Tag tone="warning">{t('off')}</Tag>}
      {sends_results ? <Tag tone="primary">{t('sends')}</Tag> : null}
      {takes_orders ? <Tag tone="primary">{t('takes')}</Tag> : null}
    </Tags>
  );
}

const openOf = ({ counts }: Partner): number => counts.waiting + counts.sent;
const failedOf = ({ counts }: Partner): number => counts.refused + counts.dead;

function Failed({ partner }: { partner: Partner }) {
  const format = useFormat();
  const failed = failedOf(partner);
  return failed === 0 ? <span>{format.number(0)}</span> : <Tag tone="error">{format.number(failed)}</Tag>;
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

type SectionProps = {
  /** Undefined until the server has answered. */
  readonly partners: { readonly items: readonly Partner[]; readonly may_change: boolean } | undefined;
  readonly onEdit: (partner: Partner) => void;
};

export function PartnerSection({ partners, onEdit }: SectionProps) {
  const { t } = useTranslation('integration');
  const narrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'), { noSsr: true });
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
