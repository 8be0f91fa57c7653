/** Shows the state of an invoice as a tag: open, sent or paid, with the day. */
import type { InvoiceAccount } from '@rhythmdesk/contract/invoices';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { Tag } from '../../../ui/tag.tsx';

export type IssuedInvoice = NonNullable<InvoiceAccount['invoice']>;

const tones = { open: 'neutral', sent: 'blue-button', paid: 'success' } as const;

export function StateTag({ invoice: { state, state_on } }: { invoice: IssuedInvoice }) {
  const { t } = useTranslation('invoices');
  const format = useFormat();
  return <Tag tone={tones[state]}>{t(`invoice.${state}`, { date: format.calendarDate(state_on) })}</Tag>;
}
