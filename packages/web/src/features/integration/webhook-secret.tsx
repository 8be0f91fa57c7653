/** Replaces the secret of a receiver of webhooks, and sends it a test message. */
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import type { WebhookPartner } from '@rhythmdesk/contract/partners';
import { secretOverlapHours } from '@rhythmdesk/domain/integration/webhook-events';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../platform/client/api.ts';
import { useFormat } from '../../platform/texts/use-format.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { showToast } from '../../ui/toasts/toast-queue.ts';
import { useNow } from '../../ui/use-now.ts';
import { Hint, Section } from './form-parts.tsx';

type Props = { webhook: WebhookPartner; onSecret: (secret: string) => void };

export function WebhookSecret({ webhook, onSecret }: Props) {
  const { t } = useTranslation('integration');
  const format = useFormat();
  const nowMs = useNow();
  const cache = useQueryClient();
  const [overlap_hours, setOverlap] = useState<(typeof secretOverlapHours)[number]>(24);
  const { partner_id, former_secret_ends_at: former } = webhook;
  const replacing = useMutation({
    mutationFn: () => api.call('replaceWebhookSecret', { partner_id, overlap_hours }),
    onSuccess: ({ secret }) => onSecret(secret),
    onSettled: () => cache.invalidateQueries({ queryKey: ['partners'] }),
  });
  return (
    <Section title={t('group.secret')}>
      {former === null ? null : (
        <Hint className="whole">{t('former-secret', { at: format.moment(former, nowMs) })}</Hint>
      )}
      <SelectField
        label={t('overlap')}
        value={String(overlap_hours)}
        onChange={(value) =>
          setOverlap(secretOverlapHours.find((each) => String(each) === value) ?? overlap_hours)
        }
      >
        {secretOverlapHours.map((hours) => (
          <MenuItem key={hours} value={String(hours)}>
            {t(`overlap.${hours}`)}
          </MenuItem>
        ))}
      </SelectField>
      <Button
        variant="outlined"
        sx={{ justifySelf: 'start', alignSelf: 'end' }}
        disabled={replacing.isPending}
        onClick={() => replacing.mutate()}
      >
        {t('replace-secret')}
      </Button>
    </Section>
  );
}

export function TestButton({ webhook: { partner_id, active } }: Pick<Props, 'webhook'>) {
  const { t } = useTranslation('integration');
  const cache = useQueryClient();
  const testing = useMutation({
    mutationFn: () => api.call('testWebhook', { partner_id }),
    onSuccess: () => showToast(t('test-sent')),
    onSettled: () => cache.invalidateQueries({ queryKey: ['partnerMessages'] }),
  });
  return (
    <Button variant="outlined" disabled={!active || testing.isPending} onClick={() => testing.mutate()}>
      {t('send-test')}
    </Button>
  );
}
