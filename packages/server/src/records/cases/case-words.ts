/** Contains the texts for coded values of a case in spreadsheets, the same that the page shows. */
import type { CaseStatus, Gender, Priority, Severity } from '@rhythmdesk/domain/case/status';
import type { Language } from '@rhythmdesk/domain/kit/languages';

export type CaseWords = {
  readonly status: Readonly<Record<CaseStatus | 'closed', string>>;
  readonly severity: Readonly<Record<Severity, string>>;
  readonly priority: Readonly<Record<Priority, string>>;
  readonly gender: Readonly<Record<Gender, string>>;
};

export const caseWords: Readonly<Record<Language, CaseWords>> = {
  en: {
    status: {
      ready: 'Ready',
      request: 'Requested',
      assigned: 'Assigned',
      start: 'In analysis',
      review: 'In review',
      complete: 'Completed',
      edit: 'Correction',
      closed: 'Closed',
    },
    severity: { none: 'None', low: 'Low', moderate: 'Moderate', high: 'High', critical: 'Critical' },
    priority: { normal: 'Normal', urgent: 'Urgent' },
    gender: { male: 'Male', female: 'Female', other: 'Other' },
  },
  ja: {
    status: {
      ready: '依頼前',
      request: '依頼済み',
      assigned: '担当者決定',
      start: '解析中',
      review: '確認中',
      complete: '完了',
      edit: '修正中',
      closed: '終了',
    },
    severity: { none: 'なし', low: '軽度', moderate: '中等度', high: '高度', critical: '緊急' },
    priority: { normal: '通常', urgent: '至急' },
    gender: { male: '男性', female: '女性', other: 'その他' },
  },
  ko: {
    status: {
      ready: '의뢰 전',
      request: '의뢰됨',
      assigned: '배정됨',
      start: '분석 중',
      review: '검토 중',
      complete: '완료',
      edit: '정정 중',
      closed: '종료',
    },
    severity: { none: '없음', low: '경도', moderate: '중등도', high: '고도', critical: '위급' },
    priority: { normal: '일반', urgent: '긴급' },
    gender: { male: '남성', female: '여성', other: '기타' },
  },
  zh: {
    status: {
      ready: '待申请',
      request: '已申请',
      assigned: '已分配',
      start: '分析中',
      review: '初审中',
      complete: '已完成',
      edit: '修订中',
      closed: '已关闭',
    },
    severity: { none: '无', low: '低', moderate: '中', high: '高', critical: '危急' },
    priority: { normal: '普通', urgent: '加急' },
    gender: { male: '男', female: '女', other: '其他' },
  },
};
