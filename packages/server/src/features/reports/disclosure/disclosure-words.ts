/** Contains the texts of a full disclosure that the report does not have. `{…}` is replaced. */
import type { Language } from '@rhythmdesk/domain/kit/languages';
import type { MarkedClass } from './class-marks.ts';

export type DisclosureWords = {
  readonly title: string;
  /** How to read the page: lead, length of a line, scale. */
  readonly scale: string;
  readonly classes: Readonly<Record<MarkedClass, string>>;
  readonly other: string;
  readonly unread: string;
  readonly zone: string;
  /** Label behind each line. */
  readonly rate: string;
  /** The page in words, for users who cannot see it. */
  readonly alt: string;
};

export const disclosureWords = {
  en: {
    title: 'Full disclosure',
    scale: 'Lead {lead} · a line is {minutes} · {mv} mm/mV · above 0.5 Hz · for overview, not for measuring',
    classes: { V: 'VE', S: 'SVE', F: 'Fusion', P: 'Paced' },
    other: 'Other finding',
    unread: 'Noise, no signal',
    zone: 'local time, {zone}; beats as read',
    rate: 'mean heart rate behind each line, /min',
    alt: 'The signal of lead {lead} from {from} to {to}, a line is {minutes}.',
  },
  ja: {
    title: '圧縮波形',
    scale: '誘導 {lead} · 1行 {minutes} · {mv} mm/mV · 0.5 Hz 以上 · 概観用（計測には使用しない）',
    classes: { V: 'VPC', S: 'SVPC', F: '融合', P: 'ペーシング' },
    other: 'その他の所見',
    unread: 'ノイズ・信号なし',
    zone: '現地時刻 {zone}、判読後の心拍',
    rate: '行末は平均心拍数（/分）',
    alt: '{from} から {to} までの誘導 {lead} の波形。1行 {minutes}。',
  },
  ko: {
    title: '전체 파형',
    scale: '유도 {lead} · 한 줄 {minutes} · {mv} mm/mV · 0.5 Hz 이상 · 개관용(측정에는 사용하지 않음)',
    classes: { V: 'VPC', S: 'SVPC', F: '융합', P: '조율' },
    other: '기타 소견',
    unread: '잡음, 신호 없음',
    zone: '현지 시간 {zone}, 판독된 박동',
    rate: '줄 끝은 평균 심박수(/분)',
    alt: '{from}부터 {to}까지 유도 {lead}의 파형. 한 줄 {minutes}.',
  },
  zh: {
    title: '全览图',
    scale: '导联 {lead} · 每行 {minutes} · {mv} mm/mV · 0.5 Hz 以上 · 仅供概览，不用于测量',
    classes: { V: '室早', S: '室上早', F: '融合', P: '起搏' },
    other: '其他所见',
    unread: '噪声、无信号',
    zone: '当地时间 {zone}，判读后的心搏',
    rate: '行末为平均心率（次/分）',
    alt: '导联 {lead} 从 {from} 到 {to} 的波形，每行 {minutes}。',
  },
} as const satisfies Record<Language, DisclosureWords>;
