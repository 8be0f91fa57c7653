/** Shows one message: its fate, its segments and the answer to it, and sends it again. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { styled } from '@mui/material/styles';
import type { MessageSegments } from '@rhythmdesk/contract/partners';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../platform/client/api.ts';
import { ApiError } from '../../platform/client/api-error.ts';
import { callQuery } from '../../platform/client/query-cache.ts';
import { textSize } from '../../platform/theme/type-scale.ts';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toasts/toast-queue.ts';
import { MessageAbout, MessageCase, MessageFate } from './message-rows.tsx';

const Content = styled(DialogContent)({ display: 'grid', gap: 12, alignContent: 'start' });
const Facts = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 16 });
const Segments = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 8,
  '& h3': { margin: 0, fontSize: textSize.small, fontWeight: 600 },
  '& p': { margin: 0, color: theme.vars.palette.text.secondary },
  '& dl': { display: 'grid', gridTemplateColumns: '84px minmax(0, 1fr)', gap: '2px 12px' },
  '& pre': { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  '& dl, & pre': {
    margin: 0,
    padding: '8px 12px',
    borderRadius: 8,
    fontFamily: 'var(--font-mono)',
    fontSize: textSize.small,
    backgroundColor: theme.vars.palette.surface.s3,
  },
  '& dt': { color: theme.vars.palette.text.secondary },
  '& dd': { margin: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' },
}));

function Part({ title, segments }: { title: string; segments: MessageSegments }) {
  return (
    <Segments>
      <h3>{title}</h3>
      {segments.map(({ name, fields }, at) =>
        name === 'text' ? (
          <pre key={name}>{fields.map(({ value }) => value).join('\n')}</pre>
        ) : (
          <dl key={`${name}-${String(at)}`}>
            {fields.map(({ position, value }) => [
              <dt key={`${String(position)}-name`}>
                {name}-{position}
              </dt>,
              <dd key={position}>{value}</dd>,
            ])}
          </dl>
        ),
      )}
    </Segments>
  );
}

function Reason({ onReason }: { onReason: (reason: string) => void }) {
  const { t } = useTranslation('integration');
  const [typed, setTyped] = useState('');
  return (
    <form
      style={{ display: 'grid', gap: 12, justifyItems: 'end' }}
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() !== '') onReason(typed.trim());
      }}
    >
      <TextField
        label={t('reason')}
        hint={t('reason-body')}
        required
        autoFocus
        inputProps={{ maxLength: 200 }}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" variant="contained" disabled={typed.trim() === ''}>
        {t('open')}
      </Button>
    </form>
  );
}

function useAgain(message_id: number, onClose: () => void) {
  const { t } = useTranslation('integration');
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => api.call('sendMessageAgain', { message_id }),
    onSuccess: ({ state }) => {
      const known = state === 'acknowledged' || state === 'refused' ? state : 'waiting';
      showToast(t(`again-done.${known}`));
      onClose();
    },
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: ['partnerMessages'] }),
        cache.invalidateQueries({ queryKey: ['partners'] }),
      ]),
  });
}

const owesReason = (error: Error | null): boolean =>
  error instanceof ApiError && error.code === 'input/reason-missing';

export function MessageDialog({ message_id, onClose }: { message_id: number; onClose: () => void }) {
  const { t } = useTranslation('integration');
  const [reason, setReason] = useState<string | null>(null);
  const input = { message_id, ...(reason === null ? {} : { reason }) };
  const { data, error, refetch } = useQuery({ ...callQuery('partnerMessage', input), gcTime: 0 });
  const again = useAgain(message_id, onClose);
  const asks = owesReason(error);
  const mayRepeat = data !== undefined && (data.direction === 'out' || data.state === 'refused');
  return (
    <Dialog open onClose={onClose} aria-labelledby="message-title" fullWidth maxWidth="md">
      <DialogTitle id="message-title">{t('message', { id: message_id })}</DialogTitle>
      <Content>
        {asks ? <Reason onReason={setReason} /> : null}
        {error !== null && !asks ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
        {data === undefined ? null : (
          <>
            <Facts>
              <b>{data.partner.name}</b>
              <MessageAbout message={data} />
              <MessageCase message={data} />
              <span style={{ fontFamily: 'var(--font-mono)' }}>{data.control_id}</span>
            </Facts>
            <MessageFate message={data} />
            {data.segments === null ? (
              <p style={{ margin: 0 }}>{t('no-content')}</p>
            ) : (
              <Part title={t('content')} segments={data.segments} />
            )}
            {data.reply === null ? null : <Part title={t('reply')} segments={data.reply} />}
          </>
        )}
      </Content>
      <DialogActions>
        {mayRepeat ? (
          <Button variant="outlined" disabled={again.isPending} onClick={() => again.mutate()}>
            {t(data.direction === 'in' ? 'again.in' : 'again')}
          </Button>
        ) : null}
        <Button onClick={onClose}>{t('close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
