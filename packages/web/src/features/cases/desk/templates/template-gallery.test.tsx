// @vitest-environment happy-dom
import { findingQueue } from '@rhythmdesk/ecg/reading/finding-queue';
import type { TemplateGroup } from '@rhythmdesk/ecg/reading/template-groups';
import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { showIn } from '../../../../platform/test-page.tsx';
import { ReadingContext } from '../../reading/reading-context.tsx';
import { shownReading, testReading } from '../../reading/test-reading.ts';
import { testDesk } from '../session/test-desk.ts';
import { TemplateGallery } from './template-gallery.tsx';

afterEach(() => vi.unstubAllGlobals());

type Seen = Pick<IntersectionObserverEntry, 'isIntersecting' | 'target' | 'intersectionRatio'>;

/** Lets a test say which tile comes into view. */
function tilesInView() {
  const watching: { readonly template: string | null; readonly tell: (entries: Seen[]) => void }[] = [];
  class Watch {
    readonly #onSeen: (entries: Seen[]) => void;
    constructor(onSeen: (entries: Seen[]) => void) {
      this.#onSeen = onSeen;
    }
    observe = (element: Element): void => {
      watching.push({ template: element.getAttribute('data-template'), tell: this.#onSeen });
    };
    disconnect = (): void => undefined;
  }
  vi.stubGlobal('IntersectionObserver', Watch);
  return (template: number, isIntersecting: boolean): void => {
    const target = document.createElement('button');
    const entry = { target, isIntersecting, intersectionRatio: Number(isIntersecting) };
    const told = watching.filter((one) => one.template === String(template));
    act(() => told.forEach(({ tell }) => tell([entry])));
  };
}

const group = (template: number): TemplateGroup => ({
  ...{ template, beats: 24, label: 'V', labelled: 24, certainty: 0.4 },
  classes: [{ label: 'V', beats: 24 }],
  ...{ first_sample: 100, worst_sample: 200 },
});

test('only tiles near the view request their beats, and keep them; all have their names', async () => {
  const see = tilesInView();
  const members = vi.fn(() => Promise.resolve({ overlay: [], worst: [] }));
  const templates = [1, 2, 3].map(group);
  const groups = findingQueue({ findings: [], extremes: [], events: [], accepted: [], templates });
  const shown = shownReading(Uint32Array.of(500, 750));
  await showIn(
    'en',
    <ReadingContext value={testReading({ shown }, { members })}>
      <TemplateGallery desk={testDesk({ groups, shown })} detail={{ case_id: 1, recording: 'ready' }} />
    </ReadingContext>,
  );
  expect(await screen.findAllByRole('button', { name: /^T\d/ })).toHaveLength(3);
  expect(members).not.toHaveBeenCalled();
  see(2, true);
  await vi.waitFor(() => expect(members.mock.calls).toEqual([[2]]));
  see(2, false);
  see(3, true);
  await vi.waitFor(() => expect(members.mock.calls).toEqual([[2], [3]]));
});
