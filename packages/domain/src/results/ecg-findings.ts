/**
 * Codes kinds of findings by SNOMED CT's findings of an electrocardiogram (301120008 and what it includes), which the
 * Belgian Holter profile requires. The codes of the table of results name the disorder and are none of these.
 *
 * Source of each code: the expansion of the value set `holter-event-codes` of the profile (SNOMED CT International,
 * February 2025). A kind is missing if the value set has no code that means the same: it has none of a pause, of
 * bigeminy, of tachycardia as such, of high-grade block, of block of the second degree without its type.
 */
import type { RhythmKey } from '@rhythmdesk/ecg/labels/rhythm-labels';
import type { ResultRow } from './result-row.ts';

type EcgFinding = NonNullable<ResultRow['snomed']>;

export const ecgFindings = {
  af: { code: '164889003', display: 'ECG: atrial fibrillation' },
  afl: { code: '164890007', display: 'ECG: atrial flutter' },
  nodal: { code: '426307007', display: 'Electrocardiogram: junctional rhythm' },
  svt: { code: '426761007', display: 'ECG: supraventricular tachycardia' },
  ivr: { code: '426151009', display: 'Electrocardiogram: idioventricular rhythm' },
  vt: { code: '164895002', display: 'ECG: ventricular tachycardia' },
  vf: { code: '164896001', display: 'ECG: ventricular fibrillation' },
  avb1: { code: '164902006', display: 'ECG: partial atrioventricular block - long PR' },
  wenckebach: { code: '164905008', display: 'ECG: Wenckebach phenomenon' },
  mobitz: { code: '426183003', display: 'ECG: Mobitz type II atrioventricular block' },
  avb_2to1: { code: '164903001', display: 'ECG: partial atrioventricular block - 2:1' },
  avb3: { code: '164906009', display: 'ECG: complete atrioventricular block' },
  paced: { code: '426453001', display: 'Electrocardiogram: paced rhythm' },
  asystole: { code: '427485008', display: 'ECG: asystole' },
  v_couplet: { code: '428844006', display: 'Paired ventricular premature complexes on electrocardiogram' },
  brady: { code: '426627000', display: 'Electrocardiogram: bradycardia' },
} as const satisfies Partial<Record<RhythmKey, EcgFinding>>;

export type EcgFindingKind = keyof typeof ecgFindings;

/** Returns the code of a kind, or undefined if the value set has none. */
export const ecgFindingOf = (kind: RhythmKey): EcgFinding | undefined => {
  const codes: Partial<Record<RhythmKey, EcgFinding>> = ecgFindings;
  return codes[kind];
};
