/** From how far a called class stands above its threshold to how certain it is: logistic(slope × margin + offset). */
interface CertaintyCurve {
  readonly slope: number;
  readonly offset: number;
}
export type CertaintyCurves = Readonly<Record<'n' | 's' | 'v' | 'f', CertaintyCurve>>;
