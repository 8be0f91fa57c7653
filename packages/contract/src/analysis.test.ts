import { criteriaLimits, defaultCriteria, type Criteria } from '@rhythmdesk/ecg/criteria/criteria';
import type { AnalysisSummary as EngineSummary } from '@rhythmdesk/ecg/rhythm/summary';
import { expect, expectTypeOf, test } from 'vitest';
import { analysisCriteria, type AnalysisCriteria, type AnalysisSummary } from './analysis.ts';

/** Removes `readonly` from a type and from all types inside it. */
type Plain<Shape> = Shape extends object ? { -readonly [Key in keyof Shape]: Plain<Shape[Key]> } : Shape;

test('the API’s analysis equals the engine’s, in every field', () => {
  expectTypeOf<Plain<AnalysisCriteria>>().toEqualTypeOf<Plain<Criteria>>();
  expectTypeOf<Plain<AnalysisSummary>>().toEqualTypeOf<Plain<EngineSummary>>();
  expect(Object.keys(analysisCriteria.shape).sort()).toEqual(Object.keys(criteriaLimits).sort());
  expect(analysisCriteria.parse(defaultCriteria)).toEqual(defaultCriteria);
});
