/** Contains the demo's comments, in the language of the hospital. */
import type { NameLanguage } from './patient-names.ts';

/** The kinds of finding that a conclusion of the demo states. */
export type FindingKind = 'paced' | 'permanent_af' | 'paroxysmal_af' | 'pauses' | 'ventricular' | 'sinus';

type Remarks = {
  readonly orders: readonly string[];
  readonly findings: Readonly<Record<FindingKind, string>>;
  readonly internal: readonly string[];
  readonly questions: readonly string[];
  readonly corrections: readonly string[];
  readonly closing: string;
  /** For a case that a chief returns: the reason, and the comments pinned to the recording. */
  readonly returning: string;
  readonly pins: { readonly run: string; readonly rhythm: string; readonly ends: string };
  /** The reply to the comment pinned to the run. */
  readonly reply: string;
};

export const remarks: Readonly<Record<NameLanguage, Remarks>> = {
  ja: {
    orders: [
      '動悸の訴えあり。抗凝固薬は未導入です。',
      '失神の精査。夜間の徐脈を疑っています。',
      '一過性脳虚血発作後、心房細動の検索をお願いします。',
      'アブレーション後3か月の評価です。',
    ],
    findings: {
      paced: 'ペーシング調律です。',
      permanent_af: '記録全体を通して心房細動です。',
      paroxysmal_af: '洞調律を基本とし、発作性心房細動を認めます。',
      pauses: '洞調律を基本とし、RR延長を認めます。',
      ventricular: '洞調律を基本とし、心室期外収縮を認めます。',
      sinus: '基本調律は洞調律です。心房細動を認めません。',
    },
    internal: [
      '13時04分のエピソード、P波が見えるようです。確認をお願いします。',
      'ノイズが多いので第2誘導も参照しました。',
    ],
    questions: [
      '至急の対応は可能でしょうか。外来は明日の午前です。',
      '前回の記録との比較もお願いできますか。',
    ],
    corrections: ['所見2の時刻を確認してください。', '患者の自覚症状との対応を追記してください。'],
    closing: '同じ患者の依頼が重複していたため。',
    returning: '3か所に付箋コメントを付けました。対応後、再度検証をお願いします。',
    pins: {
      run: 'ここは変行伝導ではありませんか。QRSの立ち上がりを確認してください。',
      rhythm: '開始位置がずれているようです。P波が消えるところに合わせてください。',
      ends: 'ここは体動のアーチファクトに見えます。計測から外してください。',
    },
    reply: '確認しました。直前の心拍と形が違うので、心室性のままにしています。',
  },
  ko: {
    orders: [
      '두근거림 호소. 항응고제는 아직 복용하지 않습니다.',
      '실신 원인 평가. 야간 서맥이 의심됩니다.',
      '일과성 허혈 발작 이후 심방세동 확인을 부탁드립니다.',
    ],
    findings: {
      paced: '조율 리듬입니다.',
      permanent_af: '기록 전체에서 심방세동이 관찰됩니다.',
      paroxysmal_af: '동율동을 기본으로 발작성 심방세동이 관찰됩니다.',
      pauses: '동율동을 기본으로 RR 연장이 관찰됩니다.',
      ventricular: '동율동을 기본으로 심실조기수축이 관찰됩니다.',
      sinus: '기본 율동은 동율동이며 심방세동은 없습니다.',
    },
    internal: [
      '13시 04분 에피소드에서 P파가 보이는 것 같습니다. 확인 부탁드립니다.',
      '잡음이 많아 두 번째 유도도 참고했습니다.',
    ],
    questions: ['내일 오전 외래인데 오늘 중 결과를 받을 수 있을까요?', '이전 기록과 비교해 주실 수 있나요?'],
    corrections: ['소견 2의 시각을 확인해 주세요.', '환자 증상과의 관련성을 추가해 주세요.'],
    closing: '같은 환자의 의뢰가 중복되어 종료합니다.',
    returning: '세 곳에 메모를 남겼습니다. 수정 후 다시 검증을 요청해 주세요.',
    pins: {
      run: '이 부분은 편위전도가 아닌지요? QRS 시작 부분을 확인해 주세요.',
      rhythm: '시작 위치가 어긋난 것 같습니다. P파가 사라지는 곳에 맞춰 주세요.',
      ends: '이 부분은 움직임에 의한 인공물로 보입니다. 측정에서 제외해 주세요.',
    },
    reply: '확인했습니다. 직전 박동과 모양이 달라 심실성으로 두었습니다.',
  },
  en: {
    orders: [
      'Palpitations for two months, not anticoagulated.',
      'Syncope, nocturnal bradycardia suspected.',
      'After TIA: please look for atrial fibrillation.',
    ],
    findings: {
      paced: 'Paced rhythm.',
      permanent_af: 'Atrial fibrillation throughout.',
      paroxysmal_af: 'Sinus rhythm with paroxysmal atrial fibrillation.',
      pauses: 'Sinus rhythm with pauses.',
      ventricular: 'Sinus rhythm with ventricular ectopy.',
      sinus: 'Sinus rhythm without atrial fibrillation.',
    },
    internal: [
      'Check the 13:04 episode, P waves look present.',
      'Noisy afternoon, read against the second lead.',
    ],
    questions: [
      'Clinic is tomorrow morning: could this be read today?',
      'Could you compare with the last recording?',
    ],
    corrections: ['Please check the time of finding 2.', 'Please relate the findings to the diary entries.'],
    closing: 'Ordered twice for the same patient.',
    returning:
      'Three places need another look, pinned to the recording. Please ask again once they are answered.',
    pins: {
      run: 'Could this be aberrant conduction? Please look at the onset of the QRS.',
      rhythm: 'The onset looks late to me: move it to where the P waves stop.',
      ends: 'This looks like movement. Please leave it out of the figures.',
    },
    reply: 'Looked again: the shape differs from the beats before, so I left it ventricular.',
  },
};
