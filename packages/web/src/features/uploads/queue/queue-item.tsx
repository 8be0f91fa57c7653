/** Shows one recording of the queue by its phase. */
import {
  FileDashedIcon,
  HourglassIcon,
  MagnifyingGlassIcon,
  PauseIcon,
  PlayIcon,
  UploadSimpleIcon,
  WifiSlashIcon,
  XIcon,
} from '@phosphor-icons/react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { dialogs } from '../../../ui/dialogs/dialogs.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { FilePicker } from '../../../ui/file-picker.tsx';
import { acceptedFiles } from '../convert/source.ts';
import { Bar } from './bar.tsx';
import { DoneItem } from './done-item.tsx';
import { engine } from './engine.ts';
import { FailedItem } from './failed-item.tsx';
import { FactLine, ItemFrame } from './item-frame.tsx';
import type { Sending } from './sending.ts';

function CancelButton({ sending }: { sending: Sending }) {
  const { t } = useTranslation('uploads');
  const format = useFormat();
  const { id, hn_id, sent_bytes } = sending;
  const cancel = async () => {
    const yes =
      sent_bytes === 0 ||
      (await dialogs.confirm({
        title: t('cancel.title'),
        message: t('cancel.body', { hn_id, sent: format.bytes(sent_bytes) }),
        confirmText: t('cancel.do'),
        cancelText: t('cancel.keep'),
        destructive: true,
      }));
    if (yes) await engine.remove(id);
  };
  return (
    <IconButton name={t('cancel', { hn_id })} size="small" onClick={() => void cancel()}>
      <XIcon size={15} aria-hidden="true" />
    </IconButton>
  );
}

function PauseButton({ sending }: { sending: Sending }) {
  const { t } = useTranslation('uploads');
  const { id, hn_id, paused } = sending;
  return paused ? (
    <IconButton name={t('resume', { hn_id })} size="small" onClick={() => engine.resume([id])}>
      <PlayIcon size={15} aria-hidden="true" />
    </IconButton>
  ) : (
    <IconButton name={t('pause', { hn_id })} size="small" onClick={() => engine.pause([id])}>
      <PauseIcon size={15} aria-hidden="true" />
    </IconButton>
  );
}

function useStateText(sending: Sending): string {
  const { t } = useTranslation('uploads');
  const format = useFormat();
  const { phase, hold, paused, sent_bytes, size_bytes, bytes_per_s, made_of } = sending;
  const sent = format.bytes(sent_bytes);
  if (hold === 'file' && made_of !== null) return t('state.file-made', { made_of });
  if (hold === 'file') return t('state.file', { filename: sending.filename });
  if (paused) return t('state.paused', { sent });
  if (hold !== null) return t(`state.${hold}`, { sent });
  if (phase !== 'sending') return sent_bytes > 0 ? t('state.resumes', { sent }) : t('state.waits');
  const of = t('sent-of', { sent, size: format.bytes(size_bytes) });
  if (bytes_per_s === null || bytes_per_s === 0) return of;
  const left = format.duration(((size_bytes - sent_bytes) / bytes_per_s) * 1000);
  return t('sent-left', { of, left });
}

function markOf({ phase, hold, paused }: Sending) {
  if (hold === 'file') return <FileDashedIcon size={17} />;
  if (paused) return <PauseIcon size={17} />;
  if (hold !== null) return <WifiSlashIcon size={17} />;
  return phase === 'sending' ? <UploadSimpleIcon size={17} /> : <HourglassIcon size={17} />;
}

export type QueueItemProps = {
  readonly sending: Sending;
  /** Called with a newly chosen file that a halted upload waits for. */
  readonly onFiles: (files: readonly File[]) => void;
};

function OpenItem({ sending, onFiles }: QueueItemProps) {
  const { t } = useTranslation('uploads');
  const format = useFormat();
  const text = useStateText(sending);
  const { phase, hold, sent_bytes, size_bytes } = sending;
  const share = sent_bytes / size_bytes;
  const isMoving = phase === 'sending' && hold === null;
  return (
    <ItemFrame
      sending={sending}
      mark={markOf(sending)}
      tone={isMoving ? 'primary' : 'still'}
      buttons={
        <>
          {hold === 'file' ? null : <PauseButton sending={sending} />}
          <CancelButton sending={sending} />
        </>
      }
    >
      <Bar share={share} label={t('progress-of', { hn_id: sending.hn_id })} still={!isMoving} />
      <FactLine>
        <span>{text}</span>
        {sent_bytes > 0 ? <b>{format.percent(Math.floor(share * 100) / 100, 0)}</b> : null}
      </FactLine>
      {hold === 'file' && sending.made_of === null ? (
        <div>
          <FilePicker
            label={t('choose-again')}
            icon={<FileDashedIcon size={16} aria-hidden="true" />}
            accept={acceptedFiles}
            onFiles={onFiles}
          />
        </div>
      ) : null}
    </ItemFrame>
  );
}

function CheckedItem({ sending }: { sending: Sending }) {
  const { t } = useTranslation('uploads');
  return (
    <ItemFrame sending={sending} mark={<MagnifyingGlassIcon size={17} />} tone="primary">
      <FactLine>{t('state.checking')}</FactLine>
    </ItemFrame>
  );
}

export function QueueItem({ sending, onFiles }: QueueItemProps) {
  if (sending.phase === 'failed') return <FailedItem sending={sending} />;
  if (sending.phase === 'done') return <DoneItem sending={sending} />;
  if (sending.phase === 'checking') return <CheckedItem sending={sending} />;
  return <OpenItem sending={sending} onFiles={onFiles} />;
}
