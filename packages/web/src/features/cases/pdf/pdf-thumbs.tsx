/** Shows the thumbnails of the pages; a click goes to a page. Each is drawn once, when it first comes into view. */
import { styled } from '@mui/material/styles';
import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { paintPage } from './paint-page.ts';
import type { PdfPage } from './use-pdf.ts';

const widthPx = 85;

const List = styled('nav')({
  flex: 'none',
  width: 118,
  overflowY: 'auto',
  padding: '14px 0',
  '& ol': {
    margin: 0,
    padding: 0,
    listStyle: 'none',
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    gap: 10,
  },
});
const Thumb = styled('button')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: 4,
  padding: 0,
  border: 0,
  font: 'inherit',
  fontSize: textSize.small,
  background: 'none',
  color: theme.vars.palette.text.secondary,
  cursor: 'pointer',
  '& canvas': {
    display: 'block',
    width: widthPx,
    borderRadius: 3,
    backgroundColor: '#FFFFFF',
    boxShadow: '0 1px 3px rgba(16,34,38,.18)',
  },
  '&[aria-current="page"]': { fontWeight: 600, color: theme.vars.palette.text.primary },
  '&[aria-current="page"] canvas': {
    outline: `2px solid ${theme.vars.palette.primary.main}`,
    outlineOffset: 1,
  },
}));

/** Draws the page once, when it first comes into view. */
function usePaintedThumb(page: PdfPage): RefObject<HTMLCanvasElement | null> {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    const stop = new AbortController();
    const watch = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      watch.disconnect();
      const painting = paintPage(page, element, widthPx / page.paper.width, window.devicePixelRatio);
      stop.signal.addEventListener('abort', painting.cancel);
      // A page that cannot be drawn shows its error in the viewer; its thumbnail stays white.
      painting.done.catch(() => undefined);
    });
    watch.observe(element);
    return () => {
      watch.disconnect();
      stop.abort();
    };
  }, [page]);
  return canvas;
}

type ThumbItemProps = { page: PdfPage; count: number; current: boolean; onGo: () => void };

function ThumbItem({ page, count, current, onGo }: ThumbItemProps) {
  const { t } = useTranslation('pdf');
  const format = useFormat();
  const canvas = usePaintedThumb(page);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (current) button.current?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <li>
      <Thumb
        ref={button}
        type="button"
        aria-label={t('page-of', { page: page.number, count })}
        aria-current={current ? 'page' : undefined}
        onClick={onGo}
      >
        <canvas
          ref={canvas}
          aria-hidden="true"
          style={{ height: (widthPx * page.paper.height) / page.paper.width }}
        />
        {format.number(page.number)}
      </Thumb>
    </li>
  );
}

export type PdfThumbsProps = { pages: readonly PdfPage[]; current: number; onGo: (page: number) => void };

export function PdfThumbs({ pages, current, onGo }: PdfThumbsProps) {
  const { t } = useTranslation('pdf');
  return (
    <List aria-label={t('thumbnails')}>
      <ol>
        {pages.map((page) => (
          <ThumbItem
            key={page.number}
            page={page}
            count={pages.length}
            current={page.number === current}
            onGo={() => onGo(page.number)}
          />
        ))}
      </ol>
    </List>
  );
}
