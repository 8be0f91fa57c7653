/** Lists the invoices issued before a month was reopened: they are no longer valid, but stay readable. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { InvoiceAccount } from '@rhythmdesk/contract/invoices';
import { FilePdfIcon } from '@phosphor-icons/react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { blobOf } from '../../../platform/client/file-body.ts';
import { saveBytes } from '../../../platform/save-bytes.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';

const Section = styled('section')(({ theme }) => ({
  padding: '10px 16px',
  borderBottom: `1px solid ${theme.vars.palette.line.hair}`,
  '& h3': { margin: '0 0 4px', fontSize: textSize.small, fontWeight: 600 },
  '& ul': { margin: 0, padding: 0, listStyle: 'none' },
  '& li': { display: 'flex', alignItems: 'center', gap: 8, minHeight: 36 },
  '& li > div': { flex: 1, minWidth: 0, fontSize: textSize.small, overflowWrap: 'anywhere' },
  '& .reason': { display: 'block', color: theme.vars.palette.text.secondary },
}));

type PdfButtonProps = { invoice: { invoice_id: number; number: string }; label?: string };

/** `label` distinguishes several buttons side by side. */
export function PdfButton({ invoice: { invoice_id, number }, label }: PdfButtonProps) {
  const { t } = useTranslation('invoices');
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const answer = await api.download('invoiceDocument', { invoice_id });
      saveBytes(await blobOf(answer), `${number}.pdf`, 'application/pdf');
    },
  });
  return (
    <Button
      size="small"
      aria-label={label}
      disabled={isPending}
      startIcon={<FilePdfIcon size={16} aria-hidden="true" />}
      onClick={() => mutate()}
    >
      {t('pdf')}
    </Button>
  );
}

export function EarlierEditions({ account: { earlier, currency } }: { account: InvoiceAccount }) {
  const { t } = useTranslation('invoices');
  const format = useFormat();
  return (
    <Section>
      <h3>{t('earlier')}</h3>
      <ul>
        {earlier.map((invoice) => {
          const edition = t('edition', { edition: invoice.edition });
          const amount = currency === null ? [] : [format.money(invoice.total_minor, currency)];
          return (
            <li key={invoice.invoice_id}>
              <div>
                {[edition, format.calendarDate(invoice.issued_on), ...amount].join(' · ')}
                <span className="reason">{invoice.reason}</span>
              </div>
              <PdfButton invoice={invoice} label={`${t('pdf')}, ${edition}`} />
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
