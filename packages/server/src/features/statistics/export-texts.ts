/** Contains the texts of the statistics' spreadsheet. */
import type { Language } from '@rhythmdesk/domain/kit/languages';
import type { StatisticGroup, StatisticStep } from '@rhythmdesk/domain/statistics/steps';

type Words = {
  readonly sheet: string;
  readonly steps: Readonly<Record<StatisticStep, string>>;
  readonly from: string;
  readonly to: string;
  readonly groups: Readonly<Record<StatisticGroup, string>>;
  readonly nobody: string;
  /** Median and 90th percentile in hours, share in time, returned, corrected. */
  readonly times: readonly [string, string, string, string, string];
  /** Recorded cases, median days worn, analysable share, analysed, AF found, critical. */
  readonly recordings: readonly [string, string, string, string, string, string];
};

export const statisticWords: Readonly<Record<Language, Words>> = {
  en: {
    sheet: 'Statistics',
    steps: {
      request: 'Requested',
      assign: 'Assigned',
      start: 'Analysis started',
      review: 'Sent to review',
      edit: 'Correction requested',
      complete: 'Completed',
    },
    from: 'From',
    to: 'To',
    groups: {
      hospital: 'Hospital',
      center: 'Center',
      team: 'Team',
      technician: 'Technician',
      priority: 'Priority',
    },
    nobody: 'Not assigned yet',
    times: ['Median (h)', '90th percentile (h)', 'In time', 'Returned by a chief', 'Corrected'],
    recordings: ['With a recording', 'Worn, median (days)', 'Analysable', 'Analysed', 'AF found', 'Critical'],
  },
  ja: {
    sheet: '統計',
    steps: {
      request: '依頼',
      assign: '担当者決定',
      start: '解析開始',
      review: '確認へ提出',
      edit: '修正依頼',
      complete: '完了',
    },
    from: '開始日',
    to: '終了日',
    groups: {
      hospital: '病院',
      center: '解析センター',
      team: 'チーム',
      technician: '担当技師',
      priority: '優先度',
    },
    nobody: '担当未定',
    times: ['中央値（時間）', '90パーセンタイル（時間）', '期限内', '主任による差し戻し', '修正あり'],
    recordings: ['記録あり', '装着日数（中央値）', '解析可能', '解析済み', '心房細動あり', '緊急'],
  },
  ko: {
    sheet: '통계',
    steps: {
      request: '의뢰',
      assign: '배정',
      start: '분석 시작',
      review: '검토 요청',
      edit: '정정 요청',
      complete: '완료',
    },
    from: '시작일',
    to: '종료일',
    groups: {
      hospital: '병원',
      center: '분석 센터',
      team: '팀',
      technician: '분석사',
      priority: '우선순위',
    },
    nobody: '담당자 없음',
    times: ['중앙값(시간)', '90백분위수(시간)', '기한 내', '수석 분석사 반려', '정정됨'],
    recordings: ['기록 있음', '착용 일수(중앙값)', '분석 가능', '분석됨', '심방세동 발견', '위급'],
  },
  zh: {
    sheet: '统计',
    steps: {
      request: '申请',
      assign: '分配',
      start: '开始分析',
      review: '提交初审',
      edit: '申请修订',
      complete: '完成',
    },
    from: '开始日期',
    to: '结束日期',
    groups: {
      hospital: '医院',
      center: '分析中心',
      team: '分析组',
      technician: '技师',
      priority: '优先级',
    },
    nobody: '尚未分配',
    times: ['中位数（小时）', '第90百分位数（小时）', '按时', '被主管技师退回', '已修订'],
    recordings: ['有记录', '佩戴天数（中位数）', '可分析', '已分析', '发现房颤', '危急'],
  },
};
