// Recognises the names of ECG leads as databases, monitors, Holter recorders and languages write them.

import { readingsOf } from './header-text.ts';
import type { PiecewiseFile } from './piecewise.ts';

const standard = '(?:I{1,3}|-?aV[RLF]|V[\\s_-]?\\d{1,2}R?)';
const electrode = '(?:RA|LA|LL|RL)';
/** Bipolar limb and chest leads, reduced sets (EASI, Frank, Nehb), modified leads, and pairs of electrodes or leads. */
const names = [
  ...[standard, 'V[RLF]?', 'V?[XYZ]', 'V\\dR?-V\\dR?', `${standard}[-/]${standard}`, 'precordial'],
  ...['M?L(?:I{1,3}|\\d)', 'D(?:I{1,3}|\\d)', 'MCL[\\s_-]?\\d?', 'M[VC]\\d'],
  ...['mod(?:ified)?\\.?\\s?(?:lead\\s)?(?:V\\d|I{1,3})', 'C[CMSBR]\\s?\\d{1,2}', '[EA]-?S', 'A-?I'],
  ...[`${electrode}\\s?[-/ ]\\s?${electrode}`, 'Nehb(?:[\\s_-]?[DAJ])?', 'NASA(?:[\\s_-]?[XYZ])?'],
  ...[
    '(?:bi|uni)polar(?: \\d+)?',
    'holter(?:[\\s_-]?\\d)?',
    '[FM]ECG.*',
    '.*\\b(?:ECG|EKG)\\b.*',
    '(?:ECG|EKG).*',
  ],
  ...['ELEC_POTL', '.*(?:심전도|心電図|心電圖|心电|ЭКГ).*'],
].join('|');
const before =
  '(?:(?:(?:modified |standard |표준|標準|标准|EASI|MDC_ECG_)?(?:lead|ableitung|abl\\.?|d[eé]rivation|d[eé]riv\\.?|derivaci[oó]n|' +
  'derivazione|отведение|отв\\.?|리드|유도|导联|導聯|誘導|導出|第|제)?)[\\s_:-]*)?';
const after = '(?:[\\s_-]*(?:유도|리드|导联|導聯|誘導|導出|lead))?\\s*(?:[+.-]|\\(.*\\))?';
const ecgName = new RegExp(`^${before}(?:${names})${after}$`, 'iu');

/** Names that say nothing of what a signal is. */
const neutralName =
  /^(?:(?:ch|chan|channel|kanal|canal|voie|signal|sig|lead|ableitung|канал|チャンネル|채널|通道|리드|유도|제)[\s_.#:-]*[\da-z]{0,3}(?:유도|誘導)?|\d{1,2}(?:\s?ch)?|[a-f])$/iu;

/** Words of the signals that sleep and intensive-care recordings have beside an ECG. */
const otherName = new RegExp(
  '(?:EEG|EOG|EMG|ERG|ENG|PPG|pleth|ple(?:th)?$|resp|breath|air\\s?flow|flow|nasal|oral|cannula|therm|temp|thorax|' +
    'thoracic|chest|abdo|effort|snor|mic(?:ro)?|sound|noise|chin|leg|tib|masset|SpO2|SaO2|sat\\b|CO2|pulse|puls|' +
    'ABP|ART|BP\\b|CVP|PAP|ICP|press|pos(?:ition)?\\b|body|acc(?:el)?|gyro|motion|activ|light|marker|event|status|' +
    'trigger|batt|imp|GSR|EDA|SCR|skin|SCG|BCG|PCG|호흡|체온|맥박|呼吸|体温|脈|脉|血圧|血压|혈압|' +
    '^(?:LOC|ROC|E[12]|[ACFOPTM]p?[\\dz]{1,2}(?:-.*)?|RAT|LAT|CS|CHIN\\d)$)',
  'iu',
);

/** A header's own text may be megabytes long. */
const LONGEST_NAME = 80;

const isRead = (name: RegExp, label: string): boolean =>
  readingsOf(label.slice(0, LONGEST_NAME)).some((reading) => name.test(reading.trim()));

/** Tells whether a signal's name is that of an ECG lead (IEC 60601-2-25, AAMI EC53; EDF+ writes "ECG" before it). */
export const isEcgName = (label: string): boolean => isRead(ecgName, label);

/** Tells whether a name, like `CH 2`, leaves open what the signal is. */
export const isNeutralName = (label: string): boolean => isRead(neutralName, label);

/** Tells whether a name is that of another signal: an EEG, breath, a pressure. */
export const isOtherName = (label: string): boolean => isRead(otherName, label);

/** Words of other scripts, for which the recording, whose labels are ASCII, has Latin ones. */
const latinWords: readonly (readonly [word: RegExp, latin: string])[] = [
  [/심전도|心電図|心電圖|心电图?|экг/giu, 'ECG '],
  [/(?:チャンネル|채널|通道|канал)/giu, 'CH '],
  [/отведение|отв\.?/giu, 'lead '],
  [/(?:第|제)?(\d)\s*(?:유도|导联|導聯|誘導|導出)|(?:유도|导联|導聯|誘導|導出)\s*(\d)/gu, 'lead $1$2'],
];

/** Returns the label in the reading in which it is a known name, otherwise in the most likely one. */
export function readableLabel(label: string): string {
  const readings = readingsOf(label.slice(0, LONGEST_NAME));
  const known = [ecgName, neutralName, otherName].flatMap((name) =>
    readings.filter((reading) => name.test(reading.trim())),
  );
  const [text = label] = [...known, ...readings];
  const latin = latinWords.reduce((words, [word, plain]) => words.replace(word, plain), text);
  return latin.replace(/ {2,}/g, ' ').trim();
}

/** Returns the file with labels that people can read. */
export function withReadableLabels(file: PiecewiseFile): PiecewiseFile {
  const labels = distinctLabels(file.signals.map(({ label }) => readableLabel(label)));
  return {
    ...file,
    signals: file.signals.map((signal, i) => ({ ...signal, label: labels[i] ?? signal.label })),
    left_out: file.left_out.map(({ label, why }) => ({ label: readableLabel(label), why })),
  };
}

const LONGEST = 16;

/** Makes the labels of leads distinct if two are equal: `V1`, `V1 2`. A label that is changed has at most 16 letters. */
export function distinctLabels(labels: readonly string[]): string[] {
  const taken = new Set(labels);
  const seen = new Set<string>();
  return labels.map((label) => {
    let own = label;
    for (let n = 2; seen.has(own) || (own !== label && taken.has(own)); n++) {
      const ending = ` ${n}`;
      own = `${label.slice(0, LONGEST - ending.length)}${ending}`;
    }
    seen.add(own);
    return own;
  });
}
