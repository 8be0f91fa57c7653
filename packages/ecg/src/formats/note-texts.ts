// Decodes notes that are not in UTF-8: recorders of a country write the code page of that country.
//
// All such notes of a file have one encoding. It is the one in which they decode at all and contain the most letters
// that are common in its language; a flaw names the one that was used.

import type { RecordingNote, SourceFlaw } from './recording.ts';

interface Encoding {
  /** Label of the Encoding Standard. */
  readonly label: string;
  /** Name for people. */
  readonly name: string;
  /**
   * How usual a letter is in texts of this language between its neighbours, from 0 to about 1; only letters outside ASCII
   * are asked for.
   */
  readonly usual: (letter: string, before: string, after: string) => number;
}

const syllables = new Set(
  '가각간갈감갑값강같개거건걷걸검것게겨격견결경계고곤골곳공과관괜교구국군궁권귀규그극근글금급기긴길김까깨꺼꼈끝나난날남낮내냥너넘네년노놓누눈느는능니님다단닫달담당대댁더던데도돌동되된될두둔둘드든들등따때떨또뛰라락람랑래량러럽레력련렵령로록료루류륨르른를름리린림립마막만많말맥머먹멀멈메며면명모목몸못무묵문물미민밀바박반받발밤방배백버번벌벽변별병보복본볼봄부분불붓브비빈빠빨사산살삼상새색생서석선설성세셔소속손솔수숙순술숨쉬스슬습승시식신실심쌍아악안앉않알암압앞애야약양어억언얼엄업없었에여역연열염영예오온올와완왔외왼요욕용우운울움웃원월위유육으은을음응의이익인일임입있자작잔잘잠장재저적전절점정제져조족졸종좌주준줄중즐증지직진질짐집짓쪽차찮참창찬처천철첫청체초촉최추축출충취치침카커케코크큰타태터테토통퇴투트특티팀파판팔팠퍼편평포폭표푸풀프피필하학한할함합항해했행향허헐험현혈협형호혹혼화확환활황회횟효후훈흉흐흔힘히',
);
const kanji = new Set(
  '一二三四五六七八九十分時日月年前後上下左右中大小高低強弱痛胸心動悸息切感症状発作有無不整脈運動歩行走階段食事朝昼夜夕起床就寝眠睡入浴風呂服薬内仕会議車電話休安静苦頭腹背腰足手腕気目眩吐嘔失神倒記録開始終了開電極外交換剥洗浄体位',
);
const hanzi = new Set(
  '的一是了在不有人我这个上大来和到时要就出会可也你对生能子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运胸痛悸头晕晚早饭睡醒床药吃闷短喘慢快跑步楼梯散累休息紧张疼腹背腿胀洗澡症状医',
);
const within = (letter: string, from: number, to: number): boolean => {
  const code = letter.codePointAt(0) ?? 0;
  return code >= from && code <= to;
};
const isKana = (letter: string): boolean => within(letter, 0x3040, 0x30ff);
const isHalfKana = (letter: string): boolean => within(letter, 0xff66, 0xff9f);
const isPunctuation = (letter: string): boolean =>
  within(letter, 0x3000, 0x303f) || within(letter, 0xff01, 0xff5e);
const isHan = (letter: string): boolean => within(letter, 0x4e00, 0x9fff);
const isHangul = (letter: string): boolean => within(letter, 0xac00, 0xd7a3);
const isSmallLatin = (letter: string): boolean => within(letter, 0x61, 0x7a);
const isAccented = (letter: string): boolean =>
  /[\u00c0-\u017f]/.test(letter) && letter !== '×' && letter !== '÷';
const isSign = (letter: string): boolean => '°µ€–’“”„'.includes(letter);

/** A letter of a language: a common one, a sign between words, or another one, which has this share. */
function common(letter: string, set: ReadonlySet<string>, isOf: (letter: string) => boolean, other = 0.2) {
  return set.has(letter) ? 1 : isPunctuation(letter) ? 0.5 : isOf(letter) ? other : 0;
}

type Usual = Encoding['usual'];

/** No Chinese character that is seldom used is within a Latin word. */
const han =
  (set: ReadonlySet<string>): Usual =>
  (letter, before, after) =>
    (isSmallLatin(before) || isSmallLatin(after)) && !set.has(letter) ? 0 : common(letter, set, isHan);

const voiced = /[ｶ-ﾄﾊ-ﾎ]ﾞ|[ﾊ-ﾎ]ﾟ/;

/** Letters of half width follow each other; their marks follow letters that take them. */
const japanese: Usual = (letter, before, after) => {
  if (voiced.test(before + letter)) return 1.6;
  if (isHalfKana(letter)) return isSmallLatin(after) ? 0 : isHalfKana(before) ? 0.6 : 0.3;
  return isKana(letter) ? 1 : han(kanji)(letter, before, after);
};

/** Accents are rare in Latin words, and do not follow each other. */
const accented: Usual = (letter, before) =>
  isAccented(letter) ? (isAccented(before) ? 0.05 : 0.6) : isSign(letter) ? 0.5 : 0;

const smallCyrillic = /[а-яё]/;
const capitalCyrillic = /[А-ЯЁ]/;

/** Cyrillic words have neither Latin letters nor capitals behind small ones. */
const cyrillic: Usual = (letter, before, after) => {
  const isMixed =
    /[a-z]/i.test(before + after) || (capitalCyrillic.test(letter) && smallCyrillic.test(before));
  return isMixed ? -0.5 : smallCyrillic.test(letter) ? 0.75 : capitalCyrillic.test(letter) ? 0.5 : 0;
};

/** If two encodings are equally likely, the first is used. */
const encodings: readonly Encoding[] = [
  { label: 'euc-kr', name: 'CP949', usual: (letter) => common(letter, syllables, isHangul, 0.5) },
  { label: 'shift_jis', name: 'Shift-JIS', usual: japanese },
  { label: 'gb18030', name: 'GBK', usual: han(hanzi) },
  { label: 'euc-jp', name: 'EUC-JP', usual: (l, ...beside) => (isHalfKana(l) ? 0 : japanese(l, ...beside)) },
  { label: 'big5', name: 'Big5', usual: han(kanji) },
  { label: 'windows-1251', name: 'CP1251', usual: cyrillic },
  { label: 'windows-1252', name: 'CP1252', usual: accented },
  { label: 'windows-1250', name: 'CP1250', usual: accented },
];
/** Below this share of usual letters an encoding is a guess that helps nobody. */
const leastUsual = 0.15;

function decoded(raw: Uint8Array, label: string): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(raw);
  } catch {
    return null;
  }
}

/** Returns how usual the letters of all notes are in an encoding; 0 if a note cannot be decoded. */
function usualShare(raws: readonly Uint8Array[], { label, usual }: Encoding): number {
  let sum = 0;
  let letters = 0;
  for (const raw of raws) {
    const text = decoded(raw, label);
    if (text === null) return 0;
    const all = Array.from(text);
    for (const [i, letter] of all.entries()) {
      if (letter <= '\x7f') continue;
      sum += usual(letter, all[i - 1] ?? ' ', all[i + 1] ?? ' ');
      letters++;
    }
  }
  return letters === 0 ? 0 : sum / letters;
}

/** A file may have millions of notes; so many decide. */
const mostJudged = 2000;

/**
 * Decodes the notes that are not in UTF-8 (`raw`). Where no encoding fits, their letters are read as CP1252, so that
 * ASCII parts stay readable, and a flaw says so.
 */
export function decodeNotes(notes: readonly RecordingNote[]): {
  readonly notes: readonly RecordingNote[];
  readonly flaws: readonly SourceFlaw[];
} {
  const raws = notes.flatMap(({ raw }) => raw ?? []);
  if (raws.length === 0) return { notes, flaws: [] };
  const judged = raws.slice(0, mostJudged);
  const shares = encodings.map((encoding) => ({ encoding, share: usualShare(judged, encoding) }));
  const best = shares.reduce((a, b) => (b.share > a.share ? b : a));
  const isKnown = best.share >= leastUsual;
  const label = isKnown ? best.encoding.label : 'windows-1252';
  const decoder = new TextDecoder(label);
  const flaw: SourceFlaw = isKnown
    ? { code: 'notes-encoding', detail: { encoding: best.encoding.name, count: raws.length } }
    : { code: 'notes-unreadable', detail: { count: raws.length } };
  return {
    notes: notes.map(({ raw, ...note }) =>
      raw === undefined ? note : { ...note, text: decoder.decode(raw) },
    ),
    flaws: [flaw],
  };
}
