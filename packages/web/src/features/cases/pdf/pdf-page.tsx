/**
 * Draws one page of a PDF: the canvas, and over it the text that can be selected, searched and read aloud. It is drawn
 * while it is near the view; the paper is white in both themes.
 */
import { styled } from '@mui/material/styles';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNear } from '../../../ui/use-near.ts';
import { loadPdfLibrary } from './open-pdf.ts';
import { PaperOutline } from './paper-skeleton.tsx';
import { paintPage } from './paint-page.ts';
import type { PdfPage } from './use-pdf.ts';
import { pixelsPerPoint } from './zoom.ts';

const Paper = styled('div')({
  position: 'relative',
  flex: 'none',
  margin: '0 auto',
  backgroundColor: '#FFFFFF',
  colorScheme: 'light',
  boxShadow: '0 1px 4px rgba(16,34,38,.18)',
  '& canvas': { display: 'block', width: '100%', height: '100%' },
});
/** The rules that the library's text layer needs (its pdf_viewer.css), and no more. */
const TextLayer = styled('div')({
  position: 'absolute',
  inset: 0,
  overflow: 'clip',
  lineHeight: 1,
  textAlign: 'initial',
  letterSpacing: 'normal',
  transformOrigin: '0 0',
  forcedColorAdjust: 'none',
  '--min-font-size': 1,
  '--text-scale-factor': 'calc(var(--total-scale-factor) * var(--min-font-size))',
  '--min-font-size-inv': 'calc(1 / var(--min-font-size))',
  '& :is(span, br)': {
    position: 'absolute',
    color: 'transparent',
    whiteSpace: 'pre',
    cursor: 'text',
    transformOrigin: '0% 0%',
  },
  '& > :not(.markedContent), & .markedContent span:not(.markedContent)': {
    '--font-height': 0,
    '--scale-x': 1,
    '--rotate': '0deg',
    fontSize: 'calc(var(--text-scale-factor) * var(--font-height))',
    transform: 'rotate(var(--rotate)) scaleX(var(--scale-x)) scale(var(--min-font-size-inv))',
  },
  '& .markedContent': { display: 'contents' },
  '& ::selection': { backgroundColor: 'rgba(10,100,104,.28)' },
});

async function layText(
  page: PdfPage,
  container: HTMLElement,
  scale: number,
  signal: AbortSignal,
): Promise<void> {
  const { TextLayer: Layer } = await loadPdfLibrary();
  const textContentSource = await page.proxy.getTextContent();
  if (signal.aborted) return;
  container.replaceChildren();
  const layer = new Layer({ textContentSource, container, viewport: page.proxy.getViewport({ scale }) });
  signal.addEventListener('abort', () => layer.cancel());
  await layer.render();
}

/** A page this far from the view is painted ahead. */
const aheadPx = 800;

export type PdfPageProps = { page: PdfPage; count: number; zoom: number; onFault: () => void };

export function PdfPageView({ page, count, zoom, onFault }: PdfPageProps) {
  const { t } = useTranslation('pdf');
  const paper = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const near = useNear(paper, aheadPx);
  const [isPainted, setPainted] = useState(false);
  const scale = pixelsPerPoint(zoom);
  useEffect(() => {
    if (!near || canvas.current === null || text.current === null) return;
    const stop = new AbortController();
    const painting = paintPage(page, canvas.current, scale, window.devicePixelRatio);
    const ignoreAborted = () => {
      if (!stop.signal.aborted) onFault();
    };
    painting.done.then(() => setPainted(true), ignoreAborted);
    layText(page, text.current, scale, stop.signal).catch(ignoreAborted);
    return () => {
      stop.abort();
      painting.cancel();
    };
  }, [page, near, scale, onFault]);
  const size = {
    width: Math.floor(page.paper.width * scale),
    height: Math.floor(page.paper.height * scale),
    '--total-scale-factor': scale,
    '--scale-round-x': '1px',
    '--scale-round-y': '1px',
  };
  return (
    <Paper
      ref={paper}
      style={size}
      role="group"
      aria-label={t('page-of', { page: page.number, count })}
      data-page={page.number}
    >
      {near ? (
        <>
          <canvas ref={canvas} aria-hidden="true" />
          <TextLayer ref={text} />
          {isPainted ? null : <PaperOutline />}
        </>
      ) : null}
    </Paper>
  );
}
