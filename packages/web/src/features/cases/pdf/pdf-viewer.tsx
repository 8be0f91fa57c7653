/**
 * Shows a PDF: tools above, thumbnails at the left if there is space, the paper in the middle. It is independent of
 * cases: it receives bytes and the content of the toolbar's left end.
 */
import { styled } from '@mui/material/styles';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayTakeFocus } from '../../../ui/dialogs/may-take-focus.ts';
import { useCommands } from '../../../ui/keys/use-commands.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { PaperSkeleton } from './paper-skeleton.tsx';
import { PdfBar } from './pdf-bar.tsx';
import { pdfKeys } from './pdf-keys.ts';
import { PdfPageView } from './pdf-page.tsx';
import { PdfThumbs } from './pdf-thumbs.tsx';
import { printPdf } from './print-pdf.ts';
import { saveBytes } from '../../../platform/save-bytes.ts';
import { type PdfPage, usePdf } from './use-pdf.ts';
import { gutterPx, useRoom } from './use-room.ts';
import { pageAt, type Size, type Zoom, zoomOf, zoomStep } from './zoom.ts';

const Frame = styled('section')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  height: '100%',
  minWidth: 0,
  minHeight: 0,
  backgroundColor: theme.vars.palette.surface.s3,
}));
const Body = styled('div')({ display: 'flex', flex: 1, minHeight: 0, '&[hidden]': { display: 'none' } });
const Scroller = styled('div')({
  flex: 1,
  minWidth: 0,
  overflow: 'auto',
  padding: gutterPx,
  outlineOffset: -2,
});
const Pages = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  gap: 16,
  width: 'max-content',
  minWidth: '100%',
});

/** Returns the page in view, and the function to go to another. */
function usePageInView(scroller: React.RefObject<HTMLDivElement | null>, count: number) {
  const [page, setPage] = useState(1);
  const papers = (): HTMLElement[] => [
    ...(scroller.current?.querySelectorAll<HTMLElement>('[data-page]') ?? []),
  ];
  const look = (): void => {
    const element = scroller.current;
    if (element === null) return;
    const tops = papers().map((paper) => paper.offsetTop - element.offsetTop);
    setPage(pageAt(tops, element.scrollTop, element.clientHeight));
  };
  const go = (to: number): void => {
    const paper = papers()[Math.min(count, Math.max(1, to)) - 1];
    const element = scroller.current;
    if (paper === undefined || element === null) return;
    element.scrollTo({ top: paper.offsetTop - element.offsetTop - gutterPx });
    look();
  };
  return { page, look, go };
}

export type PdfViewerProps = {
  /** Undefined until they are loaded. */
  bytes: ArrayBuffer | undefined;
  filename: string;
  /** Content at the left end of the tools: the name of this PDF, its versions. */
  head: ReactNode;
  /** Absent if the viewer cannot be closed. */
  onClose?: (() => void) | undefined;
  /** Shown instead of the pages: the outline of a page while they load, or a message. */
  instead?: ReactNode;
};

type SheetsProps = PdfViewerProps & {
  /** Empty while there are none. */
  pages: readonly PdfPage[];
  busy: boolean;
  onFault: () => void;
};

/** Returns the user's zoom; before the user chooses one, as wide as the space, but no larger than the paper. */
function useZoom(pages: readonly PdfPage[], room: Size) {
  const [chosen, setZoom] = useState<Zoom>();
  const [first] = pages;
  const usual: Zoom = first !== undefined && zoomOf('fit-width', first.paper, room) > 1 ? 1 : 'fit-width';
  const zoom = first === undefined ? 1 : zoomOf(chosen ?? usual, first.paper, room);
  return [zoom, setZoom] as const;
}

function usePrint(pages: readonly PdfPage[], onFault: () => void) {
  const [printing, setPrinting] = useState(false);
  const print = async (): Promise<void> => {
    setPrinting(true);
    await printPdf(pages).catch(onFault);
    setPrinting(false);
  };
  return { printing, print };
}

type PdfKeys = {
  page: number;
  count: number;
  zoom: number;
  go: (page: number) => void;
  onZoom: (zoom: Zoom) => void;
  print: () => Promise<void>;
};

function usePdfKeys({ page, count, zoom, go, onZoom, print }: PdfKeys): void {
  const { t } = useTranslation('pdf');
  const keys = [
    { id: 'pdf.page-before', keys: [pdfKeys.before], title: t('previous'), run: () => go(page - 1) },
    { id: 'pdf.page-after', keys: [pdfKeys.after], title: t('next'), footer: true, run: () => go(page + 1) },
    { id: 'pdf.larger', keys: [pdfKeys.larger], title: t('larger'), run: () => onZoom(zoomStep(zoom, 1)) },
    {
      id: 'pdf.smaller',
      keys: [pdfKeys.smaller],
      title: t('smaller'),
      run: () => onZoom(zoomStep(zoom, -1)),
    },
    { id: 'pdf.first', keys: [pdfKeys.first], title: t('page-of', { page: 1, count }), run: () => go(1) },
    {
      id: 'pdf.last',
      keys: [pdfKeys.last],
      title: t('page-of', { page: count, count }),
      run: () => go(count),
    },
    { id: 'pdf.print', keys: [pdfKeys.print], title: t('print'), footer: true, run: () => void print() },
  ];
  useCommands(count === 0 ? [] : keys);
}

const fields = 'input, textarea, [contenteditable="true"]';

/** Once there are pages the keys scroll them, unless the focus is on the head of the viewer, in a field or a dialog. */
function useTakingFocus(scroller: React.RefObject<HTMLDivElement | null>, isOpen: boolean): void {
  useEffect(() => {
    const { current } = scroller;
    const active = document.activeElement;
    if (!isOpen || current === null || current.closest('section')?.contains(active) === true) return;
    if (active?.matches(fields) !== true && mayTakeFocus(current)) current.focus({ preventScroll: true });
  }, [scroller, isOpen]);
}

function Sheets({ pages, bytes, filename, head, onClose, instead, busy, onFault }: SheetsProps) {
  const { ref, room, hasThumbs } = useRoom();
  const inView = usePageInView(ref, pages.length);
  const [zoom, setZoom] = useZoom(pages, room);
  const { printing, print } = usePrint(pages, onFault);
  const { page, go } = inView;
  usePdfKeys({ page, count: pages.length, zoom, go, onZoom: setZoom, print });
  const isOpen = pages.length > 0;
  useTakingFocus(ref, isOpen);
  const tools = {
    ...{ page, count: pages.length, zoom, printing, onClose, onZoom: setZoom },
    onPage: (by: -1 | 1) => go(page + by),
    onPrint: () => void print(),
    onDownload: () => {
      if (bytes !== undefined) saveBytes(bytes, filename, 'application/pdf');
    },
  };
  return (
    <>
      <PdfBar head={head} busy={busy} tools={isOpen ? tools : null} />
      {instead}
      <Body hidden={instead !== undefined}>
        {hasThumbs && pages.length > 1 ? <PdfThumbs pages={pages} current={page} onGo={go} /> : null}
        <Scroller ref={ref} tabIndex={0} role="group" aria-label={filename} onScroll={inView.look}>
          <Pages>
            {room.width > 0
              ? pages.map((page) => (
                  <PdfPageView
                    key={page.number}
                    page={page}
                    count={pages.length}
                    zoom={zoom}
                    onFault={onFault}
                  />
                ))
              : null}
          </Pages>
        </Scroller>
      </Body>
    </>
  );
}

const none: readonly PdfPage[] = [];

export function PdfViewer(props: PdfViewerProps) {
  const { t } = useTranslation('pdf');
  const state = usePdf(props.bytes);
  const [faulty, setFaulty] = useState<ArrayBuffer>();
  const fault = useCallback(() => setFaulty(props.bytes), [props.bytes]);
  const isThere = props.bytes !== undefined;
  const unreadable = isThere && (state.kind === 'unreadable' || faulty === props.bytes);
  const pages = isThere && !unreadable && state.kind === 'open' ? state.pages : none;
  const waiting = pages.length === 0 ? <PaperSkeleton /> : undefined;
  return (
    <Frame aria-label={t('region')}>
      <Sheets
        {...props}
        pages={pages}
        busy={isThere && !unreadable && pages.length === 0}
        instead={unreadable ? <EmptyState title={t('unreadable')} /> : (props.instead ?? waiting)}
        onFault={fault}
      />
    </Frame>
  );
}
