/**
 * Contains the consent texts that patients agree to, by version and language. A version is never changed, because what
 * somebody agreed to must stay what it was. A new text is a new version at the end of the table. `consent-text.test.ts`
 * contains the digest of each version. Source: decisions, section 6.
 */
import type { Language } from '../kit/languages.ts';

export type ConsentText = {
  readonly title: string;
  /** The hospital that makes the request. */
  readonly lead: string;
  readonly paragraphs: readonly string[];
  /** The statement that the patient makes by agreeing. */
  readonly declaration: string;
};

type Version = Readonly<Record<Language, ConsentText>>;

const november2026: Version = {
  en: {
    title: 'Consent to the reading of your heart recording',
    lead: 'A request from {hospital}.',
    paragraphs: [
      'You wear a device that records the electrical activity of your heart (ECG). {hospital} sends the recording with your name, birth date and patient ID to {center}, where technicians read it and write a report for your doctor.',
      'The recording and your details are used for your care and for nothing else. Everybody who sees them is bound to confidentiality.',
      'Recording and report are kept as long as the law on medical records asks. {hospital} tells you on request what is kept about you, and corrects what is wrong.',
      'Your consent is voluntary. You may refuse it, or withdraw it until the report is finished, by telling {hospital}. The recording is then not read.',
      'Nobody watches the recording while you wear the device. If you feel unwell, seek help at once, as you would without it.',
    ],
    declaration: 'I have read and understood the above.',
  },
  ja: {
    title: '心電図検査の同意',
    lead: '{hospital}からのお願いです。',
    paragraphs: [
      '装着する機器で心臓の電気的な活動（心電図）を記録します。{hospital}は、記録をお名前、生年月日、患者番号とともに{center}へ送ります。そこで技師が記録を解析し、担当医への報告書を作成します。',
      '記録と個人情報は診療のためだけに使い、ほかの目的には使いません。取り扱う者はすべて守秘義務を負います。',
      '記録と報告書は、診療記録に関する法令が定める期間保管します。保管している内容は、お申し出により{hospital}がお知らせし、誤りがあれば訂正します。',
      '同意は任意です。同意しないこと、また報告書が完成するまでは{hospital}に申し出て同意を撤回することができます。その場合、記録の解析は行いません。',
      '機器の装着中、記録を常時監視しているわけではありません。体調が悪いときは、装着していないときと同じように、すぐに受診してください。',
    ],
    declaration: '上の内容を読み、理解しました。',
  },
  ko: {
    title: '심전도 검사 동의',
    lead: '{hospital}에서 요청드립니다.',
    paragraphs: [
      '착용하시는 기기로 심장의 전기적 활동(심전도)을 기록합니다. {hospital}은(는) 기록을 성명, 생년월일, 환자번호와 함께 {center}(으)로 보내며, 그곳의 임상병리사가 기록을 판독하고 담당 의사에게 보고서를 작성합니다.',
      '기록과 개인정보는 진료 목적으로만 사용하며 다른 목적으로는 사용하지 않습니다. 이를 다루는 모든 사람은 비밀을 지킬 의무가 있습니다.',
      '기록과 보고서는 의무기록에 관한 법령이 정한 기간 동안 보관합니다. 요청하시면 {hospital}에서 보관 중인 내용을 알려 드리고 잘못된 내용을 바로잡습니다.',
      '동의는 자발적인 것입니다. 동의하지 않으실 수 있고, 보고서가 완성되기 전까지 {hospital}에 알려 동의를 철회하실 수 있습니다. 그 경우 기록을 판독하지 않습니다.',
      '기기를 착용하는 동안 기록을 실시간으로 지켜보지는 않습니다. 몸이 불편하시면 기기를 착용하지 않았을 때와 마찬가지로 바로 진료를 받으십시오.',
    ],
    declaration: '위 내용을 읽고 이해했습니다.',
  },
  zh: {
    title: '心电图检查知情同意',
    lead: '来自{hospital}的请求。',
    paragraphs: [
      '您佩戴的设备会记录心脏的电活动（心电图）。{hospital}将把记录连同您的姓名、出生日期和患者编号发送至{center}，由技师判读并为您的医生撰写报告。',
      '记录和您的个人信息仅用于您的诊疗，不作其他用途。所有接触这些信息的人员均负有保密义务。',
      '记录和报告按病历管理法规规定的期限保存。您可以要求{hospital}告知所保存的内容，并更正其中的错误。',
      '同意出于自愿。您可以拒绝，也可以在报告完成之前告知{hospital}撤回同意，届时将不再判读该记录。',
      '佩戴期间并没有人实时监看记录。如感不适，请像未佩戴设备时一样立即就医。',
    ],
    declaration: '我已阅读并理解以上内容。',
  },
};

export const consentVersions = { '2026-11': november2026 } as const satisfies Record<string, Version>;

/** The version that new consents use. */
export const consentVersion = '2026-11' satisfies keyof typeof consentVersions;

/** The name used while no center is known. */
const someCenter: Readonly<Record<Language, string>> = {
  en: 'the analysing center',
  ja: '解析センター',
  ko: '판독 센터',
  zh: '判读中心',
};

export type ConsentNames = { readonly hospital: string; readonly center: string | null };

/** Returns the current consent text with the names filled in. */
export function consentTextOf(language: Language, { hospital, center }: ConsentNames): ConsentText {
  const { title, lead, paragraphs, declaration } = consentVersions[consentVersion][language];
  const named = (text: string): string =>
    text.replaceAll(/\{(hospital|center)\}/g, (_all, name) =>
      name === 'hospital' ? hospital : (center ?? someCenter[language]),
    );
  return { title, lead: named(lead), paragraphs: paragraphs.map(named), declaration };
}

/** Returns the whole text as one string. An agreement stores the digest of this string. */
export const plainConsent = ({ title, lead, paragraphs, declaration }: ConsentText): string =>
  [title, lead, ...paragraphs, declaration].join('\n');
