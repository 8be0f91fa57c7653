/** Shows the pane with the drop zone, the cards and the foot. */
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { CheckCircleIcon, PencilSimpleIcon, XCircleIcon } from '@phosphor-icons/react';
import { useEffect, useState, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { isTableFile } from '../../../platform/table-file.ts';
import { AbsentPatients } from './absent-patients.tsx';
import { useBatch } from './batch.ts';
import { DropZone } from './drop-zone.tsx';
import { keepBatch } from './keep-batch.ts';
import { sendBatch } from './send-batch.ts';
import { SendFoot } from './send-foot.tsx';
import { TableDialog } from './table-dialog.tsx';
import { takeFiles } from './take-files.ts';
import { UploadCard } from './upload-card.tsx';
import { useFileDrop } from './use-file-drop.ts';
import { inReadingOrder, usePrepared, type Hospital, type Prepared } from './use-prepared.ts';

const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null;

/** Treats rows that are pasted on the page outside a field as a list of patients. */
function useTablePaste(onRows: (text: string) => void): void {
  const take = useEffectEvent((event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (isField(event.target) || !/[\t,;][^\n]*\n/.test(text)) return;
    event.preventDefault();
    onRows(text);
  });
  useEffect(() => {
    const stop = new AbortController();
    window.addEventListener('paste', (event) => take(event), { signal: stop.signal });
    return () => stop.abort();
  }, []);
}

const Body = styled('div')(({ theme }) => ({
  flex: 1,
  minHeight: 0,
  overflow: 'auto',
  padding: '4px 20px 20px 16px',
  [theme.breakpoints.down('md')]: {
    overflow: 'visible',
    padding: '4px 12px 12px',
    // A focused element is scrolled above the sticky foot.
    '& :is(input, button, [role="combobox"])': { scrollMarginBottom: 140 },
  },
}));
const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: 8,
  minHeight: 46,
  padding: '8px 0',
  '& .note': { marginLeft: 'auto', color: theme.vars.palette.text.secondary },
}));
const Top = styled('div')({ display: 'flex', flexDirection: 'column', gap: 8 });
const Grid = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 380px), 1fr))',
  gap: 12,
});

function BatchHead({ prepared }: { prepared: readonly Prepared[] }) {
  const { t } = useTranslation('uploads');
  const refused = prepared.filter(({ verdict }) => verdict.kind === 'refused').length;
  const asks = prepared.filter(({ verdict }) => verdict.kind === 'asks').length;
  const checked = prepared.filter(
    ({ verdict }) => verdict.kind === 'checked' || verdict.kind === 'signal',
  ).length;
  return (
    <Head role="status">
      <Typography variant="h3" component="h2">
        {t('ready-to-send')}
      </Typography>
      {checked > 0 ? (
        <Tag tone="success" icon={<CheckCircleIcon size={12} weight="fill" aria-hidden="true" />}>
          {t('count.checked', { count: checked })}
        </Tag>
      ) : null}
      {asks > 0 ? (
        <Tag tone="warning" icon={<PencilSimpleIcon size={12} aria-hidden="true" />}>
          {t('count.asks', { count: asks })}
        </Tag>
      ) : null}
      {refused > 0 ? (
        <Tag tone="error" icon={<XCircleIcon size={12} weight="fill" aria-hidden="true" />}>
          {t('count.refused', { count: refused })}
        </Tag>
      ) : null}
      <span className="note">{t('read-from-file')}</span>
    </Head>
  );
}

type Listing = { readonly begin: File | string | null };

/** A list of patients among the files opens its preview; the others are recordings. */
function useTaking(onListing: (listing: Listing) => void) {
  const user_id = useSessionUser().id;
  const onFiles = (files: File[]) => {
    const list = files.find(isTableFile);
    if (list !== undefined) onListing({ begin: list });
    const recordings = files.filter((file) => !isTableFile(file));
    if (recordings.length > 0) void takeFiles(user_id, recordings);
  };
  useTablePaste((begin) => onListing({ begin }));
  return { isOver: useFileDrop(onFiles), onFiles };
}

type CardsProps = { readonly prepared: readonly Prepared[]; readonly hospitals: readonly Hospital[] };

/** Enter in one patient's fields goes to the next recording with such fields. */
function Cards({ prepared, hospitals }: CardsProps) {
  const typed = prepared.filter(({ verdict, waiting }) => verdict.kind !== 'refused' && waiting === null);
  const nextOf = (id: number): number | null => {
    const at = typed.findIndex(({ card }) => card.id === id);
    return at < 0 ? null : (typed[at + 1]?.card.id ?? null);
  };
  return (
    <Grid>
      {prepared.map((each) => (
        <UploadCard key={each.card.id} prepared={each} hospitals={hospitals} nextId={nextOf(each.card.id)} />
      ))}
    </Grid>
  );
}

export function BatchPane({ hospitals, loaded }: { hospitals: readonly Hospital[]; loaded: boolean }) {
  const { t } = useTranslation('uploads');
  const user = useSessionUser();
  const { consent } = useBatch();
  const prepared = inReadingOrder(usePrepared(hospitals));
  const [listing, setListing] = useState<Listing | null>(null);
  const { isOver, onFiles } = useTaking(setListing);
  useEffect(() => keepBatch(), []);
  if (loaded && hospitals.length === 0) {
    return <EmptyState title={t('no-hospital.title')} body={t('no-hospital.body')} />;
  }
  return (
    <>
      <Body>
        <Top>
          <DropZone isOver={isOver} onFiles={onFiles} onList={() => setListing({ begin: null })} />
          <AbsentPatients />
        </Top>
        {prepared.length === 0 ? (
          <EmptyState title={t('empty.title')} body={t('empty.body')} />
        ) : (
          <>
            <BatchHead prepared={prepared} />
            <Cards prepared={prepared} hospitals={hospitals} />
          </>
        )}
      </Body>
      {prepared.length > 0 ? (
        <SendFoot
          prepared={prepared}
          onSend={(with_request) => sendBatch(user, prepared, { consent, with_request })}
        />
      ) : null}
      {listing ? <TableDialog {...listing} onClose={() => setListing(null)} /> : null}
    </>
  );
}
