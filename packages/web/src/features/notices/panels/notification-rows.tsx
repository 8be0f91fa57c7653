/**
 * Lists notifications, one line each: category, content, time, and a red N while unread. One about a patch is a button
 * that opens it.
 */
import { styled } from '@mui/material/styles';
import type { Notification } from '@rhythmdesk/contract/notices';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { useNow } from '../../../ui/use-now.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';

const Rows = styled('ul')({ margin: 0, padding: 0, listStyle: 'none' });
const Row = styled('button')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '140px minmax(0, 1fr) auto 20px',
  alignItems: 'center',
  gap: '2px 16px',
  width: '100%',
  minHeight: 44,
  padding: '6px 16px',
  border: 0,
  borderBottom: `1px solid ${theme.vars.palette.line.hair}`,
  font: 'inherit',
  textAlign: 'left',
  color: theme.vars.palette.text.primary,
  background: 'none',
  '&:enabled': { cursor: 'pointer' },
  '&:enabled:hover': { backgroundColor: theme.vars.palette.row.hover },
  '& > strong': { fontWeight: 600 },
  '& > span': { overflowWrap: 'anywhere', color: theme.vars.palette.text.secondary },
  '& > time': { whiteSpace: 'nowrap', fontSize: textSize.small, color: theme.vars.palette.gray },
  [theme.breakpoints.down('md')]: {
    gridTemplateColumns: 'minmax(0, 1fr) auto 20px',
    columnGap: 8,
    padding: '8px 16px',
    '& > span': { gridColumn: '1 / -1', order: 1 },
  },
}));
const Unread = styled('i')(({ theme }) => ({
  justifySelf: 'end',
  padding: '0 5px',
  borderRadius: 4,
  fontSize: textSize.micro,
  fontStyle: 'normal',
  lineHeight: '16px',
  fontWeight: 600,
  color: theme.vars.palette.error.contrastText,
  backgroundColor: theme.vars.palette.error.main,
}));

type RowsProps = { items: readonly Notification[]; onOpen: (patch_id: number) => void };

export function NotificationRows({ items, onOpen }: RowsProps) {
  const { t } = useTranslation('shell');
  const { t: frame } = useTranslation('dialogs');
  const format = useFormat();
  const nowMs = useNow();
  return (
    <Rows>
      {items.map(({ id, patch_id, category, content, create_time, status }) => (
        <li key={id}>
          <Row
            type="button"
            disabled={patch_id === null}
            onClick={() => {
              if (patch_id !== null) onOpen(patch_id);
            }}
          >
            <strong>{t(`category.${category}`)}</strong>
            <span>{content}</span>
            <time dateTime={create_time}>{format.moment(create_time, nowMs)}</time>
            {status === 'N' ? (
              <Unread role="img" aria-label={frame('unread')}>
                N
              </Unread>
            ) : null}
          </Row>
        </li>
      ))}
    </Rows>
  );
}
