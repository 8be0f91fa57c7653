/** Shows messages as rows of a table and as cards: what was exchanged with whom, and what has become of it. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { PartnerMessage } from '@rhythmdesk/contract/partners';
import type { MessageState } from '@rhythmdesk/domain/integration/partner-messages';
import { ArrowDownLeftIcon, ArrowUpRightIcon } from '@phosphor-icons/react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { nameLanguage } from '../../platform/texts/name-language.ts';
import { useFormat } from '../../platform/texts/use-format.ts';
import { textSize } from '../../platform/theme/type-scale.ts';
import { ListTable } from '../../ui/list/list-table.ts';
import { Card, Cards } from '../../ui/list/row-cards.ts';
import { Tag, type TagTone } from '../../ui/tag.tsx';
import { useNow } from '../../ui/use-now.ts';

const Table = styled(ListTable)({
  '& td': { overflowWrap: 'anywhere' },
  '& td.time': { whiteSpace: 'nowrap' },
  '& td:last-of-type': { textAlign: 'right', paddingRight: 16 },
});
const CaseLink = styled(Link)(({ theme }) => ({
  display: 'inline-block',
  padding: '3px 0',
  fontFamily: 'var(--font-mono)',
  fontSize: textSize.small,
  whiteSpace: 'nowrap',
  color: theme.vars.palette.primary.main,
}));
const About = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  // The line of the row is that of its text, not that of the taller box with the arrow.
  verticalAlign: 'bottom',
  whiteSpace: 'nowrap',
});
const Fate = styled('span')({ display: 'grid', gap: 2, justifyItems: 'start', padding: '4px 0' });

const tones: Readonly<Record<MessageState, TagTone>> = {
  waiting: 'warning',
  sent: 'warning',
  acknowledged: 'success',
  refused: 'error',
  dead: 'error',
};

/** The state, and below it why the message was not delivered and when it is tried again. */
export function MessageFate({ message }: { message: PartnerMessage }) {
  const { t } = useTranslation('integration');
  const format = useFormat();
  const nowMs = useNow();
  const { state, fault, fault_detail, next_attempt_at } = message;
  const why =
    fault === null ? '' : [t(`fault.${fault}`), fault_detail].filter((each) => each !== '').join(' ');
  return (
    <Fate>
      <Tag tone={tones[state]}>{t(`state.${state}`)}</Tag>
      {why === '' ? null : <span>{why}</span>}
      {next_attempt_at === null ? null : (
        <span>{t('next', { at: format.moment(next_attempt_at, nowMs) })}</span>
      )}
    </Fate>
  );
}

export function MessageAbout({ message: { direction, kind, event } }: { message: PartnerMessage }) {
  const { t } = useTranslation('integration');
  const Arrow = direction === 'in' ? ArrowDownLeftIcon : ArrowUpRightIcon;
  return (
    <About>
      <Arrow size={16} aria-hidden="true" />
      {event === null ? t(`kind.${kind}`) : t(`event.${event}`)} · {t(`direction.${direction}`)}
    </About>
  );
}

export function MessageCase({ message: { case_id, hn_id } }: { message: PartnerMessage }) {
  return case_id === null ? <span>–</span> : <CaseLink to={`/detail/${String(case_id)}`}>{hn_id}</CaseLink>;
}

type RowsProps = {
  readonly messages: readonly PartnerMessage[];
  readonly onOpen: (message_id: number) => void;
};

function Open({ message: { message_id }, onOpen }: { message: PartnerMessage; onOpen: RowsProps['onOpen'] }) {
  const { t } = useTranslation('integration');
  const label = t('open-what', { id: message_id });
  return (
    <Button size="small" variant="outlined" aria-label={label} onClick={() => onOpen(message_id)}>
      {t('open')}
    </Button>
  );
}

export function MessageTable({ messages, onOpen }: RowsProps) {
  const { t } = useTranslation('integration');
  const format = useFormat();
  const nowMs = useNow();
  return (
    <Table>
      <thead>
        <tr>
          <th scope="col">{t('column.time')}</th>
          <th scope="col">{t('column.partner')}</th>
          <th scope="col">{t('column.about')}</th>
          <th scope="col">{t('column.case')}</th>
          <th scope="col">{t('column.state')}</th>
          <th scope="col" className="number">
            {t('column.attempts')}
          </th>
          <th scope="col" aria-label={t('column.actions')} />
        </tr>
      </thead>
      <tbody>
        {messages.map((message) => (
          <tr key={message.message_id}>
            <td className="time">{format.moment(message.created_at, nowMs)}</td>
            <td lang={nameLanguage(message.partner.name)}>{message.partner.name}</td>
            <td>
              <MessageAbout message={message} />
            </td>
            <td>
              <MessageCase message={message} />
            </td>
            <td>
              <MessageFate message={message} />
            </td>
            <td className="number">{format.number(message.attempts)}</td>
            <td>
              <Open message={message} onOpen={onOpen} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

export function MessageCards({ messages, onOpen }: RowsProps) {
  const format = useFormat();
  const nowMs = useNow();
  return (
    <Cards>
      {messages.map((message) => (
        <Card tinted={false} key={message.message_id}>
          <span className="line">
            <b lang={nameLanguage(message.partner.name)}>{message.partner.name}</b>
            <span className="quiet">{format.moment(message.created_at, nowMs)}</span>
          </span>
          <span className="line">
            <MessageAbout message={message} />
            <MessageCase message={message} />
          </span>
          <span className="line">
            <MessageFate message={message} />
            <Open message={message} onOpen={onOpen} />
          </span>
        </Card>
      ))}
    </Cards>
  );
}
