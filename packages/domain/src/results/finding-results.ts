/** Lists the number of findings of each kind, and the number of critical findings of each rule. */
import type { RhythmKey } from '@rhythmdesk/ecg/labels/rhythm-labels';
import type { CriticalRuleKey } from '../critical/critical-rules.ts';
import { criticalRuleTexts } from '../critical/rule-texts.ts';
import type { Language } from '../kit/languages.ts';
import type { ResultRow } from './result-row.ts';
import { rhythmTexts } from './rhythm-texts.ts';

/** Kinds that other rows count (`af_episodes`, `s_runs`, `v_couplets`), and those that are no findings. */
type CountedElsewhere = 'af' | 'svt' | 'v_couplet' | 'sinus' | 'noise' | 'no_signal';
export type FindingCode = `finding_${Exclude<RhythmKey, CountedElsewhere>}`;

/** Puts a name into a text of every language. */
function textsOf(
  names: Readonly<Record<Language, string>>,
  longTexts: Readonly<Record<Language, string>>,
): ResultRow['texts'] {
  const texts = (language: Language): readonly [string, string] => [
    names[language],
    longTexts[language].replace('{name}', names[language]),
  ];
  return { en: texts('en'), ja: texts('ja'), ko: texts('ko'), zh: texts('zh') };
}

const findings = {
  en: '{name}, number of findings',
  ja: '{name}の件数',
  ko: '{name} 건수',
  zh: '{name}次数',
} as const satisfies Record<Language, string>;
const criticals = {
  en: 'Critical finding: {name}',
  ja: '緊急所見：{name}',
  ko: '위급 소견: {name}',
  zh: '危急值：{name}',
} as const satisfies Record<Language, string>;

function found(kind: RhythmKey, snomed?: string, display = ''): ResultRow {
  const { en, ja, ko, zh } = rhythmTexts;
  return {
    group: 'findings',
    from: { kind },
    unit: '{findings}',
    rule: 'Number of findings of this kind that nobody rejected; no value if none was found.',
    ...(snomed !== undefined && { snomed: { code: snomed, display } }),
    texts: textsOf({ en: en[kind], ja: ja[kind], ko: ko[kind], zh: zh[kind] }, findings),
  };
}

function critical(rule: CriticalRuleKey): ResultRow {
  const { en, ja, ko, zh } = criticalRuleTexts;
  return {
    group: 'critical',
    from: { rule },
    unit: '{findings}',
    rule: 'Number of critical findings of this rule that are neither refuted nor withdrawn; no value without one.',
    texts: textsOf({ en: en[rule], ja: ja[rule], ko: ko[rule], zh: zh[rule] }, criticals),
  };
}

export const findingResults: Readonly<Record<FindingCode, ResultRow>> = {
  finding_afl: found('afl', '5370000', 'Atrial flutter'),
  finding_atrial: found('atrial', '251173003', 'Atrial bigeminy'),
  finding_nodal: found('nodal'),
  finding_ivr: found('ivr', '49260003', 'Idioventricular rhythm'),
  finding_vt: found('vt', '25569003', 'Ventricular tachycardia'),
  finding_vfl: found('vfl'),
  finding_vf: found('vf', '71908006', 'Ventricular fibrillation'),
  finding_avb1: found('avb1', '270492004', 'First degree atrioventricular block'),
  finding_avb2: found('avb2', '195042002', 'Second degree atrioventricular block'),
  finding_wenckebach: found('wenckebach', '54016002', 'Mobitz type I incomplete atrioventricular block'),
  finding_mobitz: found('mobitz', '28189009', 'Mobitz type II atrioventricular block'),
  finding_avb_2to1: found('avb_2to1', '164903001', 'Partial atrioventricular block 2:1'),
  finding_avb_high: found('avb_high'),
  finding_avb3: found('avb3', '27885002', 'Complete atrioventricular block'),
  finding_paced: found('paced', '10370003', 'Rhythm from artificial pacing'),
  finding_preexcitation: found('preexcitation', '195060002', 'Ventricular pre-excitation'),
  finding_asystole: found('asystole'),
  finding_standstill: found('standstill'),
  finding_other: found('other'),
  finding_s_couplet: found('s_couplet'),
  finding_s_triplet: found('s_triplet'),
  finding_s_bigeminy: found('s_bigeminy'),
  finding_s_trigeminy: found('s_trigeminy'),
  finding_v_triplet: found('v_triplet'),
  finding_v_bigeminy: found('v_bigeminy', '11157007', 'Ventricular bigeminy'),
  finding_v_trigeminy: found('v_trigeminy'),
  finding_brady: found('brady', '48867003', 'Bradycardia'),
  finding_tachy: found('tachy', '3424008', 'Tachycardia'),
  finding_pause: found('pause'),
};

export const criticalResults: Readonly<Record<`critical_${CriticalRuleKey}`, ResultRow>> = {
  critical_vf: critical('vf'),
  critical_vt: critical('vt'),
  critical_pause: critical('pause'),
  critical_av_block: critical('av_block'),
  critical_slow: critical('slow'),
  critical_fast_af: critical('fast_af'),
};
