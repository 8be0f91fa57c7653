/** Names each rule of critical findings in every language, as a report prints it. */
import type { Language } from '../kit/languages.ts';
import type { CriticalRuleKey } from './critical-rules.ts';

export const criticalRuleTexts = {
  en: {
    vf: 'Possible ventricular flutter or fibrillation',
    vt: 'Ventricular tachycardia',
    pause: 'Pause',
    av_block: 'AV block',
    slow: 'Slow rate',
    fast_af: 'Fast atrial fibrillation',
  },
  ja: {
    vf: '心室粗動・心室細動の疑い',
    vt: '心室頻拍',
    pause: 'RR延長',
    av_block: '房室ブロック',
    slow: '徐脈',
    fast_af: '頻脈性心房細動',
  },
  ko: {
    vf: '심실조동·심실세동 의심',
    vt: '심실빈맥',
    pause: '휴지기',
    av_block: '방실차단',
    slow: '서맥',
    fast_af: '빠른 심방세동',
  },
  zh: {
    vf: '疑似室扑或室颤',
    vt: '室性心动过速',
    pause: '长间歇',
    av_block: '房室传导阻滞',
    slow: '心率过慢',
    fast_af: '快速房颤',
  },
} as const satisfies Record<Language, Record<CriticalRuleKey, string>>;
