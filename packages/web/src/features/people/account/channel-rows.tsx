/**
 * Shows the categories of notification by channel, as a table of checkboxes. The last channel of a critical finding
 * cannot be turned off.
 */
import Checkbox from '@mui/material/Checkbox';
import { styled } from '@mui/material/styles';
import {
  notificationChannels,
  type NotificationChannel,
} from '@rhythmdesk/domain/notice/notification-preferences';
import { notificationCategories, type NotificationCategory } from '@rhythmdesk/domain/notice/notifications';
import { useTranslation } from 'react-i18next';
import type { Preferences } from './notification-settings.ts';

type Channels = Preferences['channels'];

const Table = styled('table')(({ theme }) => ({
  width: '100%',
  borderCollapse: 'collapse',
  '& th, & td': {
    height: 38,
    padding: '0 16px',
    textAlign: 'left',
    fontWeight: 400,
    borderTop: `1px solid ${theme.vars.palette.line.hair}`,
  },
  '& thead th': { height: 32, color: theme.vars.palette.gray },
  '& th:not(:first-of-type), & td': { width: 96, textAlign: 'center' },
  [theme.breakpoints.down('md')]: {
    '& th, & td': { height: 44, padding: '0 8px 0 16px' },
    '& th:not(:first-of-type), & td': { width: 64, padding: 0 },
  },
}));

/** For a critical finding the bell cannot be turned off, nor the last one of push and mail. */
function isKept(channels: Channels, category: NotificationCategory, channel: NotificationChannel): boolean {
  if (category !== 'critical') return false;
  const { push, mail } = channels.critical;
  return channel === 'bell' || (push !== mail && channels.critical[channel]);
}

type RowsProps = { channels: Channels; onChange: (channels: Channels) => void };

export function ChannelRows({ channels, onChange }: RowsProps) {
  const { t } = useTranslation('notification-settings');
  const { t: shell } = useTranslation('shell');
  return (
    <Table>
      <thead>
        <tr>
          <th scope="col">{t('kind')}</th>
          {notificationChannels.map((channel) => (
            <th key={channel} scope="col">
              {t(channel)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {notificationCategories.map((category) => (
          <tr key={category}>
            <th scope="row">{shell(`category.${category}`)}</th>
            {notificationChannels.map((channel) => (
              <td key={channel}>
                <Checkbox
                  checked={channels[category][channel]}
                  disabled={isKept(channels, category, channel)}
                  onChange={(_event, checked) =>
                    onChange({ ...channels, [category]: { ...channels[category], [channel]: checked } })
                  }
                  slotProps={{
                    input: {
                      'aria-label': t('channel-of', {
                        channel: t(channel),
                        kind: shell(`category.${category}`),
                      }),
                    },
                  }}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
