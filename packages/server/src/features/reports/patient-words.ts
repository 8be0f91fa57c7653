/** Contains the texts of the page for the patient: plain sentences with figures. `{…}` is replaced. */
import type { Language } from '@rhythmdesk/domain/kit/languages';

export type PlainRhythm = 'af' | 'lower' | 'upper' | 'slow' | 'pause' | 'fast' | 'extra' | 'unread' | 'usual';

export type PatientWords = {
  readonly title: string;
  readonly draft: string;
  readonly recorded_title: string;
  readonly recorded: string;
  readonly found_title: string;
  readonly rate: string;
  readonly af: string;
  readonly no_af: string;
  readonly afl: string;
  readonly pauses: string;
  readonly no_pauses: string;
  readonly extra: string;
  readonly runs: string;
  readonly events_title: string;
  readonly events: string;
  readonly events_more: string;
  readonly columns: readonly [string, string, string];
  readonly rhythms: Readonly<Record<PlainRhythm, string>>;
  readonly next_title: string;
  readonly next: string;
  readonly urgent: string;
};

export const patientWords: Readonly<Record<Language, PatientWords>> = {
  en: {
    title: 'Your heart recording',
    draft: 'Draft: the report is not finished yet.',
    recorded_title: 'What was recorded',
    recorded: 'The patch recorded from {start} to {end}. {analysed} of it could be read ({share}).',
    found_title: 'What was found',
    rate: 'Your heart beat {mean} times a minute on average; {min} at its slowest, {max} at its fastest.',
    af: 'Atrial fibrillation, an irregular rhythm of the upper chambers, made up {share} of the time that could be read. Episodes: {n}; the longest lasted {longest}.',
    afl: 'Atrial flutter, a fast rhythm of the upper chambers, was found. Episodes: {flutters}.',
    no_af: 'No atrial fibrillation (an irregular rhythm of the upper chambers) was found.',
    pauses:
      'Pauses of {limit} or longer between two beats: {n}. The longest time between two beats was {longest}.',
    no_pauses: 'No pause of {limit} or longer was found.',
    extra:
      'Extra beats: {v} from the lower chambers ({share} of all beats), {s} from the upper ones. Many healthy people have some.',
    runs: 'Runs of at least {beats} extra beats from the lower chambers: {n}.',
    events_title: 'When you felt something',
    events: 'Times you pressed the button or wrote something down, and what your heart did then:',
    events_more: '{n} more are in the full report.',
    columns: ['When', 'What you noted', 'Your heart then'],
    rhythms: {
      af: 'atrial fibrillation or flutter',
      lower: 'fast beats from the lower chambers',
      upper: 'fast beats from the upper chambers',
      slow: 'slow, otherwise no disturbance',
      pause: 'a pause or a delayed beat',
      fast: 'fast, otherwise no disturbance',
      extra: 'extra beats',
      unread: 'could not be read',
      usual: 'no disturbance',
    },
    next_title: 'What this means',
    next: 'This page puts figures into words; it is not a diagnosis. Your doctor knows you and your history and will tell you what the figures mean for you.',
    urgent:
      'If you faint, have pain or pressure in the chest, or are short of breath at rest, do not wait: call the emergency number.',
  },
  ja: {
    title: '心電図記録の結果',
    draft: '作成中：報告書はまだ確定していません。',
    recorded_title: '記録について',
    recorded: '{start}から{end}まで記録しました。そのうち{analysed}（{share}）を解析できました。',
    found_title: 'わかったこと',
    rate: '心拍数は平均で1分間に{mean}回、最も遅いときで{min}回、最も速いときで{max}回でした。',
    af: '心房細動（心臓の上の部屋の不規則なリズム）が解析できた時間の{share}を占めました。回数は{n}回、最も長いもので{longest}続きました。',
    afl: '心房粗動（心臓の上の部屋の速いリズム）が見つかりました。回数は{flutters}回です。',
    no_af: '心房細動（心臓の上の部屋の不規則なリズム）は見つかりませんでした。',
    pauses: '拍動の間隔が{limit}以上あいたのは{n}回でした。最も長い間隔は{longest}でした。',
    no_pauses: '拍動の間隔が{limit}以上あいたことはありませんでした。',
    extra:
      '期外収縮（余分な拍動）は、心臓の下の部屋から{v}回（全拍動の{share}）、上の部屋から{s}回でした。健康な方にもよく見られます。',
    runs: '下の部屋からの余分な拍動が{beats}拍以上続いたことが{n}回ありました。',
    events_title: '症状を感じたとき',
    events: 'ボタンを押した、または記録を書いた時刻と、そのときの心臓の様子です。',
    events_more: 'ほかに{n}件あり、報告書に載っています。',
    columns: ['日時', '記入内容', 'そのときの心臓'],
    rhythms: {
      af: '心房細動または心房粗動',
      lower: '下の部屋からの速い拍動',
      upper: '上の部屋からの速い拍動',
      slow: '遅め、ほかに乱れなし',
      pause: '拍動の休止または遅れ',
      fast: '速め、ほかに乱れなし',
      extra: '余分な拍動',
      unread: '解析できませんでした',
      usual: '乱れなし',
    },
    next_title: 'この結果について',
    next: 'このページは数値を言葉で説明したもので、診断ではありません。結果があなたにとって何を意味するかは、担当の医師が説明します。',
    urgent: '失神、胸の痛みや圧迫感、安静時の息苦しさがあるときは、ためらわず救急に連絡してください。',
  },
  ko: {
    title: '심전도 기록 결과',
    draft: '작성 중: 보고서가 아직 확정되지 않았습니다.',
    recorded_title: '기록',
    recorded: '{start}부터 {end}까지 기록했습니다. 그중 분석할 수 있었던 시간은 {analysed}({share})입니다.',
    found_title: '확인된 내용',
    rate: '심박수는 평균 1분에 {mean}회, 가장 느릴 때 {min}회, 가장 빠를 때 {max}회였습니다.',
    af: '심방세동(심장 위쪽 방의 불규칙한 리듬)이 분석할 수 있었던 시간 중 차지한 비율은 {share}입니다. 횟수는 {n}회, 가장 긴 것은 {longest} 이어졌습니다.',
    afl: '심방조동(심장 위쪽 방의 빠른 리듬)이 발견되었습니다. 횟수는 {flutters}회입니다.',
    no_af: '심방세동(심장 위쪽 방의 불규칙한 리듬)은 발견되지 않았습니다.',
    pauses: '박동 사이가 {limit} 이상 벌어진 것은 {n}회입니다. 가장 긴 간격은 {longest}입니다.',
    no_pauses: '박동 사이가 {limit} 이상 벌어진 적은 없습니다.',
    extra:
      '조기박동(추가로 뛴 박동)은 심장 아래쪽 방에서 {v}회(전체 박동의 {share}), 위쪽 방에서 {s}회입니다. 건강한 사람에게도 흔합니다.',
    runs: '아래쪽 방의 조기박동이 {beats}회 이상 이어진 일이 {n}번 있었습니다.',
    events_title: '증상을 느꼈을 때',
    events: '버튼을 누르거나 기록을 남긴 시각과 그때의 심장 상태입니다.',
    events_more: '그 밖의 {n}건은 보고서에 있습니다.',
    columns: ['일시', '적은 내용', '그때의 심장'],
    rhythms: {
      af: '심방세동 또는 심방조동',
      lower: '아래쪽 방의 빠른 박동',
      upper: '위쪽 방의 빠른 박동',
      slow: '느림, 그 밖의 이상 없음',
      pause: '박동의 멈춤 또는 지연',
      fast: '빠름, 그 밖의 이상 없음',
      extra: '추가 박동',
      unread: '분석할 수 없음',
      usual: '이상 없음',
    },
    next_title: '이 결과의 의미',
    next: '이 안내문은 수치를 쉬운 말로 옮긴 것이며 진단이 아닙니다. 결과가 본인에게 어떤 의미인지는 담당 의사가 설명합니다.',
    urgent: '실신, 가슴 통증이나 압박감, 쉴 때의 호흡곤란이 있으면 기다리지 말고 응급 전화로 연락하세요.',
  },
  zh: {
    title: '您的心电记录结果',
    draft: '草稿：报告尚未完成。',
    recorded_title: '记录情况',
    recorded: '记录时间为 {start} 至 {end}，其中 {analysed}（{share}）可以分析。',
    found_title: '结果',
    rate: '您的心率平均每分钟 {mean} 次，最慢 {min} 次，最快 {max} 次。',
    af: '心房颤动（心脏上部腔室的不规则节律）占可分析时间的 {share}，共 {n} 次，最长一次持续 {longest}。',
    afl: '发现心房扑动（心脏上部腔室的快速节律），共 {flutters} 次。',
    no_af: '未发现心房颤动（心脏上部腔室的不规则节律）。',
    pauses: '两次心跳间隔达到 {limit} 或更长的有 {n} 次，最长间隔 {longest}。',
    no_pauses: '没有出现 {limit} 或更长的心跳间隔。',
    extra:
      '早搏（额外的心跳）：来自心脏下部腔室 {v} 次（占全部心跳的 {share}），来自上部腔室 {s} 次。健康人也常有早搏。',
    runs: '来自下部腔室的早搏连续 {beats} 次或以上的情况有 {n} 次。',
    events_title: '您感到不适的时候',
    events: '您按下按钮或写下记录的时间，以及当时心脏的情况：',
    events_more: '另有 {n} 次，见完整报告。',
    columns: ['时间', '您的记录', '当时的心脏'],
    rhythms: {
      af: '心房颤动或心房扑动',
      lower: '来自下部腔室的快速心跳',
      upper: '来自上部腔室的快速心跳',
      slow: '偏慢，无其他异常节律',
      pause: '长间歇（心跳间隔延长）',
      fast: '偏快，无其他异常节律',
      extra: '早搏',
      unread: '无法分析',
      usual: '无异常节律',
    },
    next_title: '这意味着什么',
    next: '本页用通俗的话说明各项数值，不是诊断。这些结果对您意味着什么，由您的医生说明。',
    urgent: '如出现晕厥、胸痛或胸闷、静息时气短，请不要等待，立即拨打急救电话。',
  },
};
