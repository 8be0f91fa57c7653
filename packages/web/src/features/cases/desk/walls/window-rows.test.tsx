// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { showIn } from '../../../../platform/test-page.tsx';
import { WindowRows } from './window-rows.tsx';

const rows = Array.from({ length: 1600 }, (_, i) => ({ key: `row ${String(i)}` }));

/** Reports that the end of the list with these words is visible. */
function watchSights(): (words: string) => Promise<void> {
  const watched = new Map<Element, () => void>();
  class Watch {
    private readonly seen: (entries: { isIntersecting: boolean }[]) => void;
    constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
      this.seen = seen;
    }
    observe(element: Element): void {
      watched.set(element, () => this.seen([{ isIntersecting: true }]));
    }
    disconnect(): void {
      // Elements of earlier tests are no longer in the page.
    }
  }
  vi.stubGlobal('IntersectionObserver', Watch);
  return async (words) => {
    const see = watched.get(screen.getByText(words));
    if (see === undefined) throw new Error(`nobody watches “${words}”`);
    await act(() => Promise.resolve(see()));
  };
}
afterEach(() => vi.unstubAllGlobals());

const shown = (): string[] => screen.getAllByText(/^row \d+$/).map(({ textContent }) => textContent);

test.each([
  ['en', '1,560 more', '1,540 more', '20 more'],
  ['zh', '另有 1,560 项', '另有 1,540 项', '另有 20 项'],
] as const)(
  '%s: a long list says how many follow, and continues when it is scrolled',
  async (language, all, next, back) => {
    const see = watchSights();
    await showIn(
      language,
      <ol>
        <WindowRows rows={rows} current="row 0">
          {({ key }) => <li key={key}>{key}</li>}
        </WindowRows>
      </ol>,
    );
    await screen.findByText('row 0');
    expect([shown()[0], shown().length]).toEqual(['row 0', 40]);
    await see(all);
    expect([shown()[0], shown().at(-1)]).toEqual(['row 20', 'row 59']);
    expect(screen.getByText(next)).toBeTruthy();
    await see(back);
    expect([shown()[0], shown().length]).toEqual(['row 0', 40]);
  },
);
