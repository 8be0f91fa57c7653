/** Converts the margin of a called class over its threshold to a certainty: logistic(slope × margin + offset). */
interface CertaintyCurve {
  readonly slope: number;
  readonly offset: number;
}
export type CertaintyCurves = Readonly<Record<'n' | 's' | 'v' | 'f', CertaintyCurve>>;
