/**
 * Fades each edge of a frame that scrolls sideways beyond which there is more of its content:
 * `styled('div')(scrollEdges)` with `ref={watchEdges}`.
 */
const fade = 28;

export const scrollEdges = {
  overflowX: 'auto',
  '&[data-more="left"]': { maskImage: `linear-gradient(to right, transparent, #000 ${String(fade)}px)` },
  '&[data-more="right"]': { maskImage: `linear-gradient(to left, transparent, #000 ${String(fade)}px)` },
  '&[data-more="both"]': {
    maskImage: `linear-gradient(to right, transparent, #000 ${String(fade)}px calc(100% - ${String(fade)}px), transparent)`,
  },
} as const;

type More = 'none' | 'left' | 'right' | 'both';

/** Zoomed pages have fractions of pixels. */
const leastPx = 2;

export function moreBeyond(frame: Pick<Element, 'scrollLeft' | 'scrollWidth' | 'clientWidth'>): More {
  const left = frame.scrollLeft >= leastPx;
  const right = frame.scrollWidth - frame.clientWidth - frame.scrollLeft >= leastPx;
  if (left && right) return 'both';
  if (left) return 'left';
  return right ? 'right' : 'none';
}

/** Marks the frame whenever it is scrolled, or it or its content changes its size. */
export function watchEdges(frame: HTMLElement | null): (() => void) | undefined {
  if (frame === null) return undefined;
  const mark = (): void => {
    frame.dataset['more'] = moreBeyond(frame);
  };
  const sizes = new ResizeObserver(mark);
  const observe = (): void => {
    sizes.disconnect();
    for (const each of [frame, ...frame.children]) sizes.observe(each);
    mark();
  };
  const children = new MutationObserver(observe);
  children.observe(frame, { childList: true });
  frame.addEventListener('scroll', mark, { passive: true });
  observe();
  return () => {
    frame.removeEventListener('scroll', mark);
    children.disconnect();
    sizes.disconnect();
  };
}
