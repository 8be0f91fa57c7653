/** What the page shows of a recording before it is sent: from its zip, or from the file that becomes one. Pure. */
import type { Coverage, Preview } from '../check/check-result.ts';
import type { SeenFacts } from './recording-facts.tsx';
import type { Prepared } from './use-prepared.ts';

export type Seen = {
  readonly facts: SeenFacts;
  readonly coverage: Coverage | null;
  readonly preview: Preview | null;
};

export function seenOf({ verdict }: Pick<Prepared, 'verdict'>): Seen | null {
  if (verdict.kind === 'checked' || verdict.kind === 'signal') {
    const { facts, coverage, preview } = verdict.result;
    return facts && { facts, coverage, preview };
  }
  if (verdict.kind !== 'asks' && verdict.kind !== 'making') return null;
  const { surveyed, start_ms } = verdict;
  const { coverage, preview } = surveyed;
  return {
    facts: { ...surveyed, start_ms },
    coverage,
    preview: preview && { ...preview, start_ms: (start_ms ?? 0) + preview.start_ms },
  };
}
