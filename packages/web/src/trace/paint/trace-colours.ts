/** Defines the colours and the font that the canvases use: the theme's tokens of one scheme, as plain values. */
import type { BeatClass } from '@rhythmdesk/ecg/labels/beat-labels';
import type { RhythmKey } from '@rhythmdesk/ecg/labels/rhythm-labels';
import { tokens } from '../../platform/theme/tokens.ts';
import type { Scheme, Tokens } from '../../platform/theme/tokens.ts';
import type { MarkToken } from '../signal/findings.ts';

export type TraceColours = Tokens & {
  /** The page's font family; a canvas cannot read CSS variables. */
  readonly font: string;
};

export function traceColours(scheme: Scheme, font: string): TraceColours {
  return { ...tokens[scheme], font };
}

const beatToken = {
  N: 'normal',
  S: 'supraventricular',
  V: 'ventricular',
  F: 'fusion',
  P: 'paced',
  Q: 'unclear',
} as const satisfies Record<BeatClass, keyof Tokens['beat']>;

export function beatColour(colours: TraceColours, beat: BeatClass): string {
  return colours.beat[beatToken[beat]];
}

/** The colour of a beat among others on paper: a normal beat has the colour of the trace. */
export const beatInk = (colours: TraceColours, beat: BeatClass): string =>
  beat === 'N' ? colours.ecg.trace : beatColour(colours, beat);

export function markColour(colours: TraceColours, token: MarkToken): string {
  return token === 'af' ? colours.ecg.af : colours.beat[token];
}

/**
 * The hue shows the origin: blue–violet for supraventricular, vermilion for ventricular, ochre for pauses and pacing.
 * What is not a rhythm of the heart is grey.
 */
export const rhythmToken = {
  sinus: 'normal',
  af: 'af',
  afl: 'af',
  atrial: 'supraventricular',
  nodal: 'supraventricular',
  svt: 'supraventricular',
  ivr: 'ventricular',
  vt: 'ventricular',
  vfl: 'ventricular',
  vf: 'ventricular',
  avb1: 'paced',
  avb2: 'paced',
  wenckebach: 'paced',
  mobitz: 'paced',
  avb_2to1: 'paced',
  avb_high: 'paced',
  avb3: 'paced',
  paced: 'paced',
  preexcitation: 'fusion',
  asystole: 'paced',
  standstill: 'paced',
  other: 'unclear',
  s_triplet: 'supraventricular',
  s_couplet: 'supraventricular',
  s_bigeminy: 'supraventricular',
  s_trigeminy: 'supraventricular',
  v_triplet: 'ventricular',
  v_couplet: 'ventricular',
  v_bigeminy: 'ventricular',
  v_trigeminy: 'ventricular',
  brady: 'unclear',
  tachy: 'unclear',
  pause: 'paced',
  noise: 'unclear',
  no_signal: 'unclear',
} as const satisfies Record<RhythmKey, MarkToken>;

export function rhythmColour(colours: TraceColours, kind: RhythmKey): string {
  return markColour(colours, rhythmToken[kind]);
}
