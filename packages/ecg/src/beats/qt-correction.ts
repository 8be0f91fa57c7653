/**
 * Corrects QT for the heart rate with the four formulas in use. `qtMs` is in milliseconds, `rrS` is the RR interval in
 * seconds (both positive); the result is in milliseconds, not rounded.
 *
 * Invariant: at an RR interval of one second (60 beats per minute) each formula returns the QT itself.
 */

/** In the order of display. */
export const qtFormulas = ['bazett', 'fridericia', 'framingham', 'hodges'] as const;
export type QtFormula = (typeof qtFormulas)[number];

export const correctedQt = {
  /** Bazett HC. An analysis of the time-relations of electrocardiograms. Heart 1920; 7: 353–370. */
  bazett: (qtMs, rrS) => qtMs / Math.sqrt(rrS),
  /** Fridericia LS. Die Systolendauer im Elektrokardiogramm. Acta Med Scand 1920; 53: 469–486. */
  fridericia: (qtMs, rrS) => qtMs / Math.cbrt(rrS),
  /**
   * Sagie A et al. An improved method for adjusting the QT interval (the Framingham Heart Study). Am J Cardiol 1992; 70:
   * 797–801.
   */
  framingham: (qtMs, rrS) => qtMs + 154 * (1 - rrS),
  /** Hodges M, Salerno D, Erlien D. Bazett’s QT correction reviewed. J Am Coll Cardiol 1983; 1: 694. */
  hodges: (qtMs, rrS) => qtMs + 1.75 * (60 / rrS - 60),
} as const satisfies Record<QtFormula, (qtMs: number, rrS: number) => number>;
