/**
 * Makes invented patient names: common family and given names of a language, combined at random, so that they refer to
 * no real person.
 */
import { between, type Random } from '@rhythmdesk/ecg/synth/random';

export type NameLanguage = 'ja' | 'ko' | 'en';

type Names = {
  readonly family: readonly string[];
  readonly male: readonly string[];
  readonly female: readonly string[];
};

const names: Readonly<Record<NameLanguage, Names>> = {
  ja: {
    family: [
      '田中',
      '佐々木',
      '中村',
      '渡辺',
      '高橋',
      '伊藤',
      '清水',
      '井上',
      '松本',
      '石井',
      '小林',
      '大塚',
      '福田',
      '神田',
      '岡田',
    ],
    male: ['隆', '健一', '誠', '博', '徹', '大輔', '亮', '浩', '聡', '修'],
    female: ['洋子', '和子', '由美', '千尋', '恵子', '理恵', '久美子', '美咲', '清美', '節子'],
  },
  ko: {
    family: ['김', '이', '박', '최', '정', '강', '조', '윤', '장', '임', '한'],
    male: ['지훈', '민준', '도현', '성호', '영수', '재현', '상우'],
    female: ['은서', '하윤', '서연', '미숙', '영희', '지은', '수진'],
  },
  en: {
    family: [
      'Whitcombe',
      'Ashdown',
      'Okafor',
      'Fielding',
      'Marlowe',
      'Brennan',
      'Sutcliffe',
      'Pryce',
      'Hargreaves',
      'Lindqvist',
    ],
    male: ['Thomas', 'Edward', 'Samuel', 'Joseph', 'Alan', 'Peter'],
    female: ['Margaret', 'Alice', 'Ruth', 'Joan', 'Catherine', 'Eleanor'],
  },
};

export function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[Math.min(items.length - 1, Math.floor(random() * items.length))];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}

export type DemoPatient = {
  readonly patient_id: string;
  readonly patient_last_name: string;
  readonly patient_first_name: string;
  readonly gender: 'male' | 'female';
  readonly birth_date: string;
  readonly phone_number: string;
};

const phones: Readonly<Record<NameLanguage, string>> = { ja: '0900000', ko: '0100000', en: '0770090' };

export function drawPatient(random: Random, language: NameLanguage, serial: number): DemoPatient {
  const gender = random() < 0.52 ? 'female' : 'male';
  const known = names[language];
  const year = Math.floor(between(random, 1934, 1996));
  const month = String(1 + Math.floor(random() * 12)).padStart(2, '0');
  const day = String(1 + Math.floor(random() * 28)).padStart(2, '0');
  return {
    patient_id: String(40_000 + serial * 37).padStart(7, '0'),
    patient_last_name: pick(random, known.family),
    patient_first_name: pick(random, known[gender]),
    gender,
    birth_date: `${String(year)}-${month}-${day}`,
    phone_number: `${phones[language]}${String(1000 + (serial % 9000))}`,
  };
}
