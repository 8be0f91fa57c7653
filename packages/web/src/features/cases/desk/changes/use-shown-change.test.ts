import { expect, test } from 'vitest';
import { episodeOfChange } from './use-shown-change.ts';

const af = { kind: 'af', start_sample: 7000, end_sample: 9500 } as const;

test('the strip shows the episode of a change, with the ends that the analysis had', () => {
  const episode = { ...af, end_sample: 8000, episode: 4 };
  expect(episodeOfChange({ kind: 'episode_changed', episode, from: af, edit: 1 })).toMatchObject({
    ...{ kind: 'af', start_sample: 7000, end_sample: 8000 },
    from: { start_sample: 7000, end_sample: 9500 },
  });
  expect(episodeOfChange({ kind: 'finding_rejected', finding: af, edit: 1 })).toEqual(af);
  expect(episodeOfChange({ kind: 'unreadable_marked', start_sample: 250, end_sample: 500, edit: 1 })).toEqual(
    { kind: 'noise', start_sample: 250, end_sample: 500 },
  );
  expect(episodeOfChange({ kind: 'beats_removed', label: 'S', samples: [40], edit: 3 })).toBeNull();
});
