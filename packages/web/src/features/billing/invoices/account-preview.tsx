/** Shows one account of a month: what it owes, its invoice with its actions, and the cases behind it. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { InvoiceAccount } from '@rhythmdesk/contract/invoices';
import { invoiceStates, type InvoiceState } from '@rhythmdesk/domain/billing/invoice-states';
import { can } from '@rhythmdesk/domain/people/can';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { PreviewFrame } from '../../../ui/list/preview-frame.tsx';
import { FactGrid, PreviewHead, PreviewName, PreviewPlaceLine } from '../../../ui/list/preview-parts.tsx';
import { accountKey, rateDigits } from '../model/invoice-view.ts';
import { MarkDialog, ReopenDialog } from './account-acts.tsx';
import { AccountRows } from './account-rows.tsx';
import { EarlierEditions, PdfButton } from './earlier-editions.tsx';
import { MailButton } from './mail-button.tsx';
import { StateTag, type IssuedInvoice } from './state-tag.tsx';

const Figures = styled('dl')(({ theme }) => ({
  display: 'flex',
  gap: 28,
  margin: 0,
  '& div': { display: 'flex', flexDirection: 'column-reverse' },
  '& dd': { margin: 0, fontSize: textSize.dialog, lineHeight: '24px', fontWeight: 600 },
  '& dt': { fontSize: textSize.small, color: theme.vars.palette.text.secondary },
}));
const Issued = styled('section')(({ theme }) => ({
  padding: '0 16px 12px',
  borderBottom: `1px solid ${theme.vars.palette.line.hair}`,
  '& .acts': { display: 'flex', flexWrap: 'wrap', gap: 8, marginTop: 10 },
}));

export type AccountPreviewProps = {
  account: InvoiceAccount;
  month: string;
  monthName: string;
  timeZone: string;
  today: string;
  onStep: (by: -1 | 1) => void;
  onClose: () => void;
};

function Facts({ invoice, account }: { invoice: IssuedInvoice; account: InvoiceAccount }) {
  const { t } = useTranslation('invoices');
  const format = useFormat();
  const { currency } = account;
  const money = (amount: number) => (currency === null ? '–' : format.money(amount, currency));
  const facts = [
    [
      t('number'),
      invoice.edition === 1
        ? invoice.number
        : `${invoice.number} · ${t('edition', { edition: invoice.edition })}`,
    ],
    [t('issued'), format.calendarDate(invoice.issued_on)],
    [t('due'), format.calendarDate(invoice.due_on)],
    [
      t('tax', { rate: format.number(invoice.tax_rate_bp / 100, rateDigits(invoice.tax_rate_bp)) }),
      money(invoice.tax_minor),
    ],
    [t('total'), money(invoice.total_minor)],
  ] as const;
  return (
    <FactGrid>
      {facts.map(([label, value]) => (
        <div key={label} style={{ display: 'contents' }}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </FactGrid>
  );
}

type Act = InvoiceState | 'reopen' | null;

function InvoiceSection(props: AccountPreviewProps & { invoice: IssuedInvoice }) {
  const { account, invoice, month, monthName, today } = props;
  const { t } = useTranslation('invoices');
  const { user_role } = useSessionUser();
  const [act, setAct] = useState<Act>(null);
  const close = () => setAct(null);
  return (
    <Issued>
      <Facts invoice={invoice} account={account} />
      <div className="acts">
        <PdfButton invoice={invoice} />
        <MailButton invoice={invoice} />
        {invoiceStates
          .filter((state) => state !== invoice.state)
          .map((state) => (
            <Button key={state} size="small" onClick={() => setAct(state)}>
              {t(`mark.${state}`)}
            </Button>
          ))}
        {can(user_role, 'invoice.reopen') === 'never' || invoice.state === 'paid' ? null : (
          <Button size="small" onClick={() => setAct('reopen')}>
            {t('reopen')}
          </Button>
        )}
      </div>
      {act === null ? null : act === 'reopen' ? (
        <ReopenDialog account={account} month={month} monthName={monthName} onClose={close} />
      ) : (
        <MarkDialog invoice={invoice} state={act} today={today} onClose={close} />
      )}
    </Issued>
  );
}

export function AccountPreview(props: AccountPreviewProps) {
  const { account, month, monthName, timeZone, onStep, onClose } = props;
  const { t } = useTranslation('invoices');
  const format = useFormat();
  const { hospital, issuer, currency, net_minor, case_count, adjustment_count, invoice } = account;
  const money = (amount: number) => (currency === null ? t('unpriced') : format.money(amount, currency));
  return (
    <PreviewFrame
      head={invoice === null ? <span>{monthName}</span> : <StateTag invoice={invoice} />}
      previousName={t('previous')}
      nextName={t('next')}
      onStep={onStep}
      onClose={onClose}
    >
      <PreviewHead>
        <PreviewName lang={nameLanguage(hospital.name)}>{hospital.name}</PreviewName>
        <PreviewPlaceLine lang={nameLanguage(issuer.name)}>{issuer.name}</PreviewPlaceLine>
        <Figures>
          <div>
            <dt>
              {format.list([
                `${format.number(case_count)} ${t('preview.cases')}`,
                ...(adjustment_count === 0 ? [] : [t('adjustments', { count: adjustment_count })]),
              ])}
            </dt>
            <dd>{money(net_minor)}</dd>
          </div>
          {currency === null || case_count === 0 ? null : (
            <div>
              <dt>{t('preview.mean')}</dt>
              <dd>{money(Math.round(account.cases_minor / case_count))}</dd>
            </div>
          )}
        </Figures>
      </PreviewHead>
      {invoice === null ? null : <InvoiceSection key={invoice.invoice_id} {...props} invoice={invoice} />}
      {account.earlier.length === 0 ? null : <EarlierEditions account={account} />}
      <AccountRows
        key={`${month} ${accountKey(account)}`}
        account={account}
        month={month}
        timeZone={timeZone}
      />
    </PreviewFrame>
  );
}
