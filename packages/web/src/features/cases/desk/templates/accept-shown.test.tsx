// @vitest-environment happy-dom
import type { TemplateGroup } from '@rhythmdesk/ecg/reading/template-groups';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { findingQueue } from '@rhythmdesk/ecg/reading/finding-queue';
import { showIn } from '../../../../platform/test-page.tsx';
import { texts as en } from '../../../../platform/texts/en/desk.ts';
import { texts as ja } from '../../../../platform/texts/ja/desk.ts';
import { testDesk } from '../session/test-desk.ts';
import { isTemplate } from '../session/use-template-beats.ts';
import { AcceptShown } from './accept-shown.tsx';

const group = (template: number, labelled = 24): TemplateGroup => ({
  ...{ template, beats: 24, label: 'V', labelled, certainty: 0.4 },
  classes: [
    { label: 'V', beats: labelled },
    ...(labelled < 24 ? [{ label: 'N' as const, beats: 24 - labelled }] : []),
  ],
  ...{ first_sample: 100, worst_sample: 200 },
});
const nothing = { findings: [], extremes: [], events: [], accepted: [] };

type Seen = Pick<IntersectionObserverEntry, 'target' | 'intersectionRatio'>;

/** Lets a test say which tiles are in view. */
function watchedTiles() {
  const unwatched = (): void => undefined;
  let notify: (entries: Seen[]) => void = unwatched;
  class Watch {
    constructor(onSeen: (entries: Seen[]) => void) {
      notify = onSeen;
    }
    observe = (): void => undefined;
    disconnect = (): void => undefined;
  }
  vi.stubGlobal('IntersectionObserver', Watch);
  return async (ratios: Readonly<Record<number, number>>): Promise<void> => {
    await waitFor(() => expect(notify).not.toBe(unwatched));
    const entries = Object.entries(ratios).map(([template, intersectionRatio]) => {
      const target = document.createElement('button');
      target.setAttribute('data-template', template);
      return { target, intersectionRatio };
    });
    act(() => notify(entries));
  };
}
afterEach(() => vi.unstubAllGlobals());

test.each([
  ['en', en],
  ['ja', ja],
] as const)('%s: only templates in view are accepted, mixed ones never', async (language, texts) => {
  const see = watchedTiles();
  const groups = findingQueue({ ...nothing, templates: [group(1), group(2), group(3, 12), group(4)] });
  const items = groups.flatMap((one) => one.items.filter(isTemplate));
  const desk = testDesk({ groups });
  const list = document.createElement('ul');
  const user = await showIn(language, <AcceptShown {...{ desk, items, list }} />);
  expect(screen.queryByRole('button')).toBeNull();
  await see({ 1: 1, 2: 0.8, 3: 1, 4: 0.2 });
  const words = texts['gallery.accept_other'].replace('{{value}}', '2');
  expect(await screen.findByRole('button', { name: new RegExp(words) })).toBeTruthy();
  await user.keyboard('{Shift>}{Enter}{/Shift}');
  const accepted = [1, 2].map((template) => ({
    kind: 'judge_thing',
    thing: { of: 'template', template },
    verdict: 'accepted',
  }));
  expect(vi.mocked(desk.write).mock.calls[0]?.[0]).toEqual(expect.arrayContaining(accepted));
  expect(vi.mocked(desk.write).mock.calls[0]?.[0]).toHaveLength(2);
  // The next one is opened, which brings it into view.
  const [[next] = []] = vi.mocked(desk.open).mock.calls;
  expect(next).toMatchObject({ of: 'template', group: { template: 4 } });
});
