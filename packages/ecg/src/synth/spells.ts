// Generates random stretches of time, planned as far ahead as requested.

export interface Spell {
  readonly start_s: number;
  readonly end_s: number;
}

export class Spells<T extends Spell> {
  private readonly make: (afterS: number) => T;
  private readonly onSpell: (spell: T) => void;
  private planned: T[] = [];

  /** `make` returns the spell after a time; `onSpell` receives each one once it is within the requested range. */
  constructor(make: (afterS: number) => T, onSpell: (spell: T) => void) {
    this.make = make;
    this.onSpell = onSpell;
    this.planned.push(make(0));
  }

  /** Returns the spells that overlap a stretch, in order. */
  within(startS: number, endS: number): readonly T[] {
    for (
      let last = this.planned.at(-1);
      last !== undefined && last.start_s < endS;
      last = this.planned.at(-1)
    ) {
      this.onSpell(last);
      this.planned.push(this.make(last.end_s));
    }
    return this.planned.filter((spell) => spell.start_s < endS && spell.end_s > startS);
  }

  /** Drops the spells before a time that will not be requested again. */
  forget(beforeS: number): void {
    this.planned = this.planned.filter((spell) => spell.end_s > beforeS);
  }
}
