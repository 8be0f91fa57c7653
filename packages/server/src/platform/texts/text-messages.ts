/** Contains the text messages to patients, by language. They name the hospital and contain no data of the patient. */
import type { Language } from '@rhythmdesk/domain/kit/languages';

const consentLink: Readonly<Record<Language, string>> = {
  en: '{hospital_name} asks for your consent to the reading of your heart recording. Please open this link: {link}',
  ja: '{hospital_name}から、心電図検査への同意のお願いです。次のリンクを開いてください。{link}',
  ko: '{hospital_name}에서 심전도 검사 동의를 요청합니다. 다음 링크를 열어 주세요. {link}',
  zh: '{hospital_name}请您同意心电图检查，请打开链接：{link}',
};

export function textMessageWords(
  language: Language,
  parameters: Readonly<Record<'hospital_name' | 'link', string>>,
): string {
  const { hospital_name, link } = parameters;
  const name = hospital_name.replaceAll(/\s+/g, ' ');
  return consentLink[language].replace('{link}', () => link).replace('{hospital_name}', () => name);
}
