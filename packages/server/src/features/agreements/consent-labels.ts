/** Contains the labels on the document of a consent, by language. */
import type { Language } from '@rhythmdesk/domain/kit/languages';

type Labels = Readonly<
  Record<
    | 'patient'
    | 'birth_date'
    | 'patient_id'
    | 'hn_id'
    | 'agreed_at'
    | 'way'
    | 'witness'
    | 'PAPER'
    | 'SCREEN'
    | 'MOBILE'
    | 'signature'
    | 'drawn'
    | 'typed',
    string
  >
>;

export const consentLabels: Readonly<Record<Language, Labels>> = {
  en: {
    patient: 'Patient',
    birth_date: 'Birth date',
    patient_id: 'Patient ID',
    hn_id: 'HN ID',
    agreed_at: 'Agreed',
    way: 'Given',
    witness: 'Witness',
    PAPER: 'on paper',
    SCREEN: 'on a screen at the hospital',
    MOBILE: 'by a one-time link to the patient’s phone',
    signature: 'Signature',
    drawn: 'The patient’s drawn signature',
    typed: 'Typed by the patient',
  },
  ja: {
    patient: '患者',
    birth_date: '生年月日',
    patient_id: '患者ID',
    hn_id: 'HN ID',
    agreed_at: '同意日時',
    way: '同意の方法',
    witness: '立会人',
    PAPER: '書面',
    SCREEN: '院内の画面',
    MOBILE: '患者の携帯電話に送った一回限りのリンク',
    signature: '署名',
    drawn: '患者の手書き署名',
    typed: '患者による文字入力',
  },
  ko: {
    patient: '환자',
    birth_date: '생년월일',
    patient_id: '환자 ID',
    hn_id: 'HN ID',
    agreed_at: '동의 일시',
    way: '동의 방법',
    witness: '입회자',
    PAPER: '서면',
    SCREEN: '병원 내 화면',
    MOBILE: '환자 휴대전화로 보낸 일회용 링크',
    signature: '서명',
    drawn: '환자의 자필 서명',
    typed: '환자가 직접 입력',
  },
  zh: {
    patient: '患者',
    birth_date: '出生日期',
    patient_id: '患者ID',
    hn_id: 'HN ID',
    agreed_at: '同意时间',
    way: '同意方式',
    witness: '见证人',
    PAPER: '书面',
    SCREEN: '院内屏幕',
    MOBILE: '发送至患者手机的一次性链接',
    signature: '签名',
    drawn: '患者手写签名',
    typed: '患者输入',
  },
};
