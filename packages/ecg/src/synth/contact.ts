// Generates the times when electrodes lose contact: all of them, or in a recording of several leads sometimes only one.

import type { SynthPatient } from './patient.ts';
import type { Random } from './random.ts';
import { between, exponential } from './random.ts';
import type { Spell } from './spells.ts';
import { Spells } from './spells.ts';

export interface ContactLoss extends Spell {
  /** The lead that lost contact; null means all. */
  readonly lead: number | null;
}

const SHORTEST_S = 3;
const MEAN_S = 150;

export function contactLosses(
  patient: SynthPatient,
  leadCount: number,
  random: Random,
  onLoss: (loss: ContactLoss) => void,
): Spells<ContactLoss> {
  const next = (afterS: number): ContactLoss => {
    const startS = afterS + exponential(random, 86_400 / patient.lead_off_per_day);
    const lead = leadCount > 1 && random() < 0.5 ? Math.floor(between(random, 0, leadCount)) : null;
    return { start_s: startS, end_s: startS + Math.max(SHORTEST_S, exponential(random, MEAN_S)), lead };
  };
  return new Spells(next, onLoss);
}
