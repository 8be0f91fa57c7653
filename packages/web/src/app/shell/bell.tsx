/** Shows the bell with its badge, and the list below it. Opening the list resets the badge; the items keep their N. */
import Popover from '@mui/material/Popover';
import { styled } from '@mui/material/styles';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { BellIcon } from '@phosphor-icons/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../platform/client/api.ts';
import { callQuery } from '../../platform/client/query-cache.ts';
import { useFormat } from '../../platform/texts/use-format.ts';
import { textSize } from '../../platform/theme/type-scale.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { NotificationList } from './notification-list.tsx';

const BellFrame = styled('span')({ position: 'relative', display: 'inline-flex' });
/** The count is only visual: the button's name contains it as text. */
const Count = styled('span')(({ theme }) => ({
  position: 'absolute',
  top: -8,
  left: 9,
  minWidth: 18,
  height: 18,
  padding: '0 3px',
  borderRadius: 9,
  border: `2px solid ${theme.vars.palette.surface.s1}`,
  fontSize: textSize.micro,
  lineHeight: '14px',
  fontWeight: 600,
  textAlign: 'center',
  color: theme.vars.palette.error.contrastText,
  backgroundColor: theme.vars.palette.error.main,
  '&::before': { content: 'attr(data-count)' },
}));

function useBadge() {
  const cache = useQueryClient();
  const query = callQuery('notifications', {});
  const { data } = useQuery(query);
  const reset = useMutation({
    mutationFn: () => api.call('resetBadge', {}),
    meta: { faults: 'in-place' },
    onSuccess: ({ noti_count }) =>
      cache.setQueryData(query.queryKey, (before) => before && { ...before, noti_count }),
  });
  return { count: data?.noti_count ?? 0, reset: reset.mutate };
}

function NotificationPopover({ anchor, onClose }: { anchor: HTMLElement | null; onClose: () => void }) {
  const { t } = useTranslation('shell');
  return (
    <Popover
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-label': t('notifications'),
          sx: (theme) => ({
            minWidth: 200,
            width: 'min(380px, calc(100vw - 16px))',
            maxHeight: 600,
            display: 'flex',
            flexDirection: 'column',
            overflow: 'hidden',
            marginTop: '6px',
            borderRadius: '10px',
            backgroundColor: theme.vars.palette.surface.s4,
            boxShadow: theme.vars.palette.shadow.menu,
          }),
        },
      }}
    >
      <NotificationList onDone={onClose} />
    </Popover>
  );
}

export function Bell() {
  const { t } = useTranslation('shell');
  const format = useFormat();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { count, reset } = useBadge();
  const open = (target: HTMLElement) => {
    setAnchor(target);
    if (count > 0) reset();
  };
  const name = count > 0 ? t('notifications.unread', { count }) : t('notifications');
  return (
    <>
      <IconButton
        name={name}
        onClick={(event) => open(event.currentTarget)}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        sx={{ width: 36, height: 36 }}
      >
        <BellFrame>
          <BellIcon size={18} aria-hidden="true" />
          {count > 0 ? (
            <Count aria-hidden="true" data-count={count > 99 ? '99+' : format.number(count)} />
          ) : null}
        </BellFrame>
      </IconButton>
      <NotificationPopover anchor={anchor} onClose={() => setAnchor(null)} />
    </>
  );
}
