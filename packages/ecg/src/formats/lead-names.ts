// Recognises the names of ECG leads as databases, monitors, Holter recorders and languages write them.

/** Bipolar limb and chest leads, reduced sets (EASI, Frank), modified leads, and pairs of electrodes. */
const names = [
  ...['I{1,3}', '-?aV[RLF]', 'V[RLF]', 'V\\d{0,2}R?', 'V?[XYZ]'],
  ...[
    'M?L(?:I{1,3}|\\d)',
    'D(?:I{1,3}|\\d)',
    'MCL\\s?\\d?',
    'M[VC]\\d',
    'mod(?:ified)?\\.?\\s?(?:V\\d|I{1,3})',
  ],
  ...['C[CMSBR]\\s?\\d', '[EA]-?S', 'A-?I', 'V\\d-V\\d', '(?:RA|LA|LL|RL)\\s?[-/]\\s?(?:RA|LA|LL|RL)'],
  ...['bipolar(?: \\d+)?', 'holter', '.*\\b(?:ECG|EKG)\\b.*', '(?:ECG|EKG).*'],
].join('|');
const before =
  '(?:(?:lead|ableitung|abl\\.?|d[eé]rivation|derivaci[oó]n|deriv\\.?|derivazione|리드|유도|导联|導聯|誘導|第)[\\s_:-]*)?';
const after = '(?:\\s*(?:유도|导联|導聯|誘導|lead))?';
const ecgName = new RegExp(`^${before}(?:${names})${after}$`, 'i');

/** Names that say nothing of what a signal is. */
const neutralName =
  /^(?:(?:ch|chan|channel|kanal|canal|voie|signal|sig|lead|ableitung|チャンネル|채널|通道)[\s_.#:-]*[\da-z]{0,3}|\d{1,2}|[a-f])$/i;

/** Words of the signals that sleep and intensive-care recordings have beside an ECG. */
const otherName = new RegExp(
  '(?:EEG|EOG|EMG|ERG|ENG|PPG|pleth|ple(?:th)?$|resp|breath|air\\s?flow|flow|nasal|oral|cannula|therm|temp|thorax|' +
    'thoracic|chest|abdo|effort|snor|mic(?:ro)?|sound|noise|chin|leg|tib|masset|SpO2|SaO2|sat\\b|CO2|pulse|puls|' +
    'ABP|ART|BP\\b|CVP|PAP|ICP|press|pos(?:ition)?\\b|body|acc(?:el)?|gyro|motion|activ|light|marker|event|status|' +
    'trigger|batt|imp|GSR|EDA|SCR|skin|SCG|BCG|PCG|^(?:LOC|ROC|E[12]|[ACFOPTM]p?[\\dz]{1,2}(?:-.*)?|RAT|LAT|CS|CHIN\\d)$)',
  'i',
);

/** Tells whether a signal's name is that of an ECG lead (IEC 60601-2-25, AAMI EC53; EDF+ writes "ECG" before it). */
export function isEcgName(label: string): boolean {
  return ecgName.test(label.trim());
}

/** Tells whether a name, like `CH 2`, leaves open what the signal is. */
export function isNeutralName(label: string): boolean {
  return neutralName.test(label.trim());
}

/** Tells whether a name is that of another signal: an EEG, breath, a pressure. */
export function isOtherName(label: string): boolean {
  return otherName.test(label.trim());
}

/** Makes the labels of leads distinct if two are equal: `V1`, `V1 2`. */
export function distinctLabels(labels: readonly string[]): string[] {
  const taken = new Set(labels);
  const seen = new Set<string>();
  return labels.map((label) => {
    let own = label;
    for (let n = 2; seen.has(own) || (own !== label && taken.has(own)); n++) own = `${label} ${n}`;
    seen.add(own);
    return own;
  });
}
