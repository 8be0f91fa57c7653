/** Lists the default phrases of a center that has not written its own yet. */
import type { Phrase } from './phrases.ts';

export const starterPhrases: readonly Phrase[] = [
  {
    occasion: 'always',
    texts: {
      en: 'Worn for {worn}, of which {analysed} could be analysed. Mean heart rate {rate_mean}, lowest {rate_min}, highest {rate_max}.',
      ja: '装着時間は{worn}、うち{analysed}を解析しました。平均心拍数{rate_mean}、最低{rate_min}、最高{rate_max}。',
      ko: '착용 시간 {worn}, 그중 분석 시간 {analysed}. 평균 심박수 {rate_mean}, 최저 {rate_min}, 최고 {rate_max}.',
      zh: '佩戴时间{worn}，其中可分析{analysed}。平均心率{rate_mean}，最低{rate_min}，最高{rate_max}。',
    },
  },
  {
    occasion: 'unremarkable',
    texts: {
      en: 'Sinus rhythm throughout, without atrial fibrillation, relevant pauses or frequent extra beats.',
      ja: '全記録を通じて洞調律。心房細動、有意なRR延長、頻発する期外収縮を認めません。',
      ko: '기록 전체에서 동율동이며 심방세동, 유의한 휴지기, 빈번한 조기 수축은 없습니다.',
      zh: '全程窦性心律，未见心房颤动、有意义的长间歇或频发早搏。',
    },
  },
  {
    occasion: 'af',
    texts: {
      en: 'Atrial fibrillation for {af_burden} of the analysed time (episodes: {af_episodes}, longest {af_longest}).',
      ja: '解析時間の{af_burden}に心房細動を認めます（{af_episodes}回、最長{af_longest}）。',
      ko: '분석 시간의 {af_burden}에서 심방세동이 {af_episodes}회 관찰되며 최장 지속 시간은 {af_longest}입니다.',
      zh: '分析时间的{af_burden}为心房颤动，共{af_episodes}次，最长{af_longest}。',
    },
  },
  {
    occasion: 'no_af',
    texts: {
      en: 'No atrial fibrillation was found in {analysed} of analysed recording.',
      ja: '解析した{analysed}の記録に心房細動を認めません。',
      ko: '분석한 {analysed}의 기록에서 심방세동은 발견되지 않았습니다.',
      zh: '在{analysed}的可分析记录中未发现心房颤动。',
    },
  },
  {
    occasion: 'flutter',
    texts: {
      en: 'Atrial flutter was found (episodes: {finding_afl}).',
      ja: '心房粗動を{finding_afl}回認めます。',
      ko: '심방조동이 {finding_afl}회 관찰됩니다.',
      zh: '可见心房扑动，共{finding_afl}次。',
    },
  },
  {
    occasion: 'pauses',
    texts: {
      en: 'Pauses: {pauses}; the longest RR interval is {longest_rr}.',
      ja: 'RR延長（ポーズ）を{pauses}回認めます。最長RR間隔は{longest_rr}です。',
      ko: '휴지기가 {pauses}회 관찰되며 가장 긴 RR 간격은 {longest_rr}입니다.',
      zh: '共{pauses}次长间歇，最长RR间期{longest_rr}。',
    },
  },
  {
    occasion: 'av_block',
    texts: {
      en: 'Second- or third-degree AV block was found. Cardiological assessment is advised.',
      ja: 'II度またはIII度の房室ブロックを認めます。循環器内科での評価をお勧めします。',
      ko: '2도 또는 3도 방실차단이 관찰되었습니다. 심장내과 평가를 권합니다.',
      zh: '可见二度或三度房室传导阻滞，建议心内科评估。',
    },
  },
  {
    occasion: 'ventricular',
    texts: {
      en: 'Ventricular extra beats: {v_beats} ({v_share} of all beats); couplets: {v_couplets}; runs: {v_runs}.',
      ja: '心室期外収縮{v_beats}拍（全心拍の{v_share}）、2連発{v_couplets}回、連発{v_runs}回。',
      ko: '심실 조기 수축 {v_beats}회(전체 박동의 {v_share}), 2연발 {v_couplets}회, 연발 {v_runs}회.',
      zh: '室性早搏{v_beats}次（占总心搏{v_share}），成对{v_couplets}次，连发{v_runs}次。',
    },
  },
  {
    occasion: 'ventricular_runs',
    texts: {
      en: 'Ventricular runs were found: {v_runs}. Cardiological assessment is advised.',
      ja: '心室性の連発を{v_runs}回認めます。循環器内科での評価をお勧めします。',
      ko: '심실성 연발이 {v_runs}회 관찰되었습니다. 심장내과 평가를 권합니다.',
      zh: '发现室性连发{v_runs}次，建议心内科评估。',
    },
  },
  {
    occasion: 'vf',
    texts: {
      en: 'Ventricular fibrillation or flutter is suspected. Urgent cardiological assessment is advised.',
      ja: '心室細動または心室粗動が疑われます。至急、循環器内科での評価をお勧めします。',
      ko: '심실세동 또는 심실조동이 의심됩니다. 긴급한 심장내과 평가를 권합니다.',
      zh: '疑似心室颤动或心室扑动，建议紧急心内科评估。',
    },
  },
  {
    occasion: 'supraventricular',
    texts: {
      en: 'Supraventricular extra beats: {s_beats} ({s_share} of all beats); runs: {s_runs}.',
      ja: '上室期外収縮{s_beats}拍（全心拍の{s_share}）、連発{s_runs}回。',
      ko: '상심실 조기 수축 {s_beats}회(전체 박동의 {s_share}), 연발 {s_runs}회.',
      zh: '室上性早搏{s_beats}次（占总心搏{s_share}），连发{s_runs}次。',
    },
  },
  {
    occasion: 'slow',
    texts: {
      en: 'Bradycardia, lowest heart rate {rate_min}. Please compare with symptoms and medication.',
      ja: '徐脈を認めます（最低心拍数{rate_min}）。症状および服薬と照合してください。',
      ko: '서맥이 관찰됩니다(최저 심박수 {rate_min}). 증상 및 복용 약물과 비교하시기 바랍니다.',
      zh: '可见心动过缓，最低心率{rate_min}。请结合症状与用药判断。',
    },
  },
  {
    occasion: 'fast',
    texts: {
      en: 'Tachycardia, highest heart rate {rate_max}. Please compare with activity and symptoms.',
      ja: '頻脈を認めます（最高心拍数{rate_max}）。活動および症状と照合してください。',
      ko: '빈맥이 관찰됩니다(최고 심박수 {rate_max}). 활동 및 증상과 비교하시기 바랍니다.',
      zh: '可见心动过速，最高心率{rate_max}。请结合活动与症状判断。',
    },
  },
  {
    occasion: 'much_unread',
    texts: {
      en: 'Only {analysed} of the recording could be analysed; what is rare may have been missed.',
      ja: '解析できたのは{analysed}のみです。まれな所見は捉えられていない可能性があります。',
      ko: '분석 가능한 기록은 {analysed}뿐이므로 드문 소견은 놓쳤을 수 있습니다.',
      zh: '仅{analysed}的记录可供分析，少见的异常可能未被捕捉。',
    },
  },
  {
    occasion: 'any',
    texts: {
      en: 'No treatment is derived from this report alone.',
      ja: '本報告書のみに基づいて治療方針を決定しないでください。',
      ko: '이 보고서만으로 치료를 결정하지 마십시오.',
      zh: '不应仅凭本报告决定治疗。',
    },
  },
];
