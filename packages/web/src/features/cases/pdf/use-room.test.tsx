// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useRoom } from './use-room.ts';

function Viewer({ widthPx }: { widthPx: number }) {
  const { ref, room, hasThumbs } = useRoom();
  const sized = (element: HTMLElement | null, clientWidth: number): void => {
    if (element !== null)
      Object.defineProperty(element, 'clientWidth', { configurable: true, value: clientWidth });
  };
  return (
    <div ref={(element) => sized(element, widthPx)}>
      {hasThumbs ? <nav /> : null}
      <div
        ref={(element) => {
          ref.current = element;
          sized(element, hasThumbs ? widthPx - 118 : widthPx);
        }}
      >
        {room.width}
      </div>
    </div>
  );
}

test.each([
  { widthPx: 736, thumbs: 0, room: 704 },
  { widthPx: 851, thumbs: 1, room: 701 },
  { widthPx: 1152, thumbs: 1, room: 1002 },
])('in $widthPx px the thumbnails stay as they are', ({ widthPx, thumbs, room }) => {
  const resized: (() => void)[] = [];
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(call: () => void) {
        resized.push(call);
      }
      observe = (): void => {};
      disconnect = (): void => {};
    },
  );
  render(<Viewer widthPx={widthPx} />);
  // Every change of the thumbnails changes the width of the paper.
  for (let time = 0; time < 4; time += 1) {
    act(() => resized.forEach((call) => call()));
    expect(screen.queryAllByRole('navigation')).toHaveLength(thumbs);
  }
  expect(screen.getByText(String(room))).toBeDefined();
});
