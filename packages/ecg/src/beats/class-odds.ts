/** Defines the log-odds of the classes: ventricular, supraventricular, fusion (ANSI/AAMI EC57). */
export interface ClassOdds {
  readonly v: number;
  readonly s: number;
  readonly f: number;
}
