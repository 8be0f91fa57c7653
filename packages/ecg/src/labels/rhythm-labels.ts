// Defines the labels of stretches of a recording: rhythms, patterns of ectopic beats, rates, pauses and quality.
//
// `family` defines how stretches combine: exactly one `rhythm` applies at any moment; `pattern`, `rate` and `pause`
// overlap it; `quality` means that nothing is readable there. WFDB writes a change of rhythm as annotation code 28 with
// the string `(NAME` (MIT-BIH Arrhythmia Database directory, "Rhythm annotations").

type RhythmFamily = 'rhythm' | 'pattern' | 'rate' | 'pause' | 'quality';

export interface RhythmLabel {
  readonly family: RhythmFamily;
  /** WFDB's rhythm string, if it has one. */
  readonly wfdb_aux: string | null;
  /** The number of this label in compact files; never changes. */
  readonly byte: number;
}

export const rhythmLabels = {
  sinus: { family: 'rhythm', wfdb_aux: '(N', byte: 1 },
  af: { family: 'rhythm', wfdb_aux: '(AFIB', byte: 2 },
  afl: { family: 'rhythm', wfdb_aux: '(AFL', byte: 3 },
  atrial: { family: 'rhythm', wfdb_aux: '(AB', byte: 4 },
  nodal: { family: 'rhythm', wfdb_aux: '(NOD', byte: 5 },
  svt: { family: 'rhythm', wfdb_aux: '(SVTA', byte: 6 },
  ivr: { family: 'rhythm', wfdb_aux: '(IVR', byte: 7 },
  vt: { family: 'rhythm', wfdb_aux: '(VT', byte: 8 },
  vfl: { family: 'rhythm', wfdb_aux: '(VFL', byte: 9 },
  vf: { family: 'rhythm', wfdb_aux: '(VF', byte: 10 },
  avb1: { family: 'rhythm', wfdb_aux: '(BI', byte: 16 },
  avb2: { family: 'rhythm', wfdb_aux: '(BII', byte: 11 },
  wenckebach: { family: 'rhythm', wfdb_aux: '(BII', byte: 17 },
  mobitz: { family: 'rhythm', wfdb_aux: '(BII', byte: 18 },
  avb_2to1: { family: 'rhythm', wfdb_aux: '(BII', byte: 20 },
  avb_high: { family: 'rhythm', wfdb_aux: '(BII', byte: 21 },
  avb3: { family: 'rhythm', wfdb_aux: '(BIII', byte: 12 },
  paced: { family: 'rhythm', wfdb_aux: '(P', byte: 13 },
  preexcitation: { family: 'rhythm', wfdb_aux: '(PREX', byte: 14 },
  asystole: { family: 'rhythm', wfdb_aux: '(ASYS', byte: 15 },
  standstill: { family: 'rhythm', wfdb_aux: '(ASYS', byte: 19 },
  other: { family: 'pattern', wfdb_aux: null, byte: 40 },
  s_couplet: { family: 'pattern', wfdb_aux: null, byte: 32 },
  s_triplet: { family: 'pattern', wfdb_aux: null, byte: 38 },
  s_bigeminy: { family: 'pattern', wfdb_aux: null, byte: 33 },
  s_trigeminy: { family: 'pattern', wfdb_aux: null, byte: 34 },
  v_couplet: { family: 'pattern', wfdb_aux: null, byte: 35 },
  v_triplet: { family: 'pattern', wfdb_aux: null, byte: 39 },
  v_bigeminy: { family: 'pattern', wfdb_aux: '(B', byte: 36 },
  v_trigeminy: { family: 'pattern', wfdb_aux: '(T', byte: 37 },
  brady: { family: 'rate', wfdb_aux: '(SBR', byte: 48 },
  tachy: { family: 'rate', wfdb_aux: null, byte: 49 },
  pause: { family: 'pause', wfdb_aux: null, byte: 50 },
  noise: { family: 'quality', wfdb_aux: '(NOISE', byte: 64 },
  no_signal: { family: 'quality', wfdb_aux: null, byte: 65 },
} as const satisfies Record<string, RhythmLabel>;

export type RhythmKey = keyof typeof rhythmLabels;

/** The kinds of AV block, the most severe first. */
export const avBlockKinds = [
  ...(['avb3', 'avb_high', 'mobitz', 'avb_2to1', 'avb2', 'wenckebach', 'avb1'] as const),
] as const satisfies readonly RhythmKey[];
export type AvBlockKind = (typeof avBlockKinds)[number];

/** The rhythms that the engine names by the waves of the atria. */
export type AtrialKind = AvBlockKind | 'afl';

export const isAvBlock = (kind: string): kind is AvBlockKind => avBlockKinds.some((one) => one === kind);

export const isAtrialKind = (kind: string): kind is AtrialKind => kind === 'afl' || isAvBlock(kind);

export function isRhythmKey(key: string): key is RhythmKey {
  return Object.hasOwn(rhythmLabels, key);
}

/** Every key, in the order of the table. */
export const rhythmKeys: readonly RhythmKey[] = Object.keys(rhythmLabels).filter(isRhythmKey);

const byAux = new Map<string, RhythmKey>();
const byByte = new Map<number, RhythmKey>();
for (const key of rhythmKeys) {
  const { wfdb_aux: aux, byte } = rhythmLabels[key];
  // If several labels share a WFDB name (asystole and standstill, the kinds of block), it is read as the first one in
  // the table.
  if (aux !== null && !byAux.has(aux)) byAux.set(aux, key);
  byByte.set(byte, key);
}
byAux.set('(J', 'nodal'); // afdb's name for a junctional rhythm

/** Returns the key of a WFDB rhythm string such as `(AFIB` (a trailing zero byte is ignored), or undefined. */
export function rhythmFromWfdb(aux: string): RhythmKey | undefined {
  return byAux.get(aux.replace(/\0+$/, '').trim());
}

/** Returns the key of a number in a compact file, or undefined if it is unknown. */
export function rhythmFromByte(byte: number): RhythmKey | undefined {
  return byByte.get(byte);
}
