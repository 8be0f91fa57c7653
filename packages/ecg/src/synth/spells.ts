// Stretches of time that come by chance, planned as far ahead as somebody asks.

export interface Spell {
  readonly start_s: number;
  readonly end_s: number;
}

export class Spells<T extends Spell> {
  private readonly make: (afterS: number) => T;
  private readonly onSpell: (spell: T) => void;
  private planned: T[] = [];

  /** `make` gives the spell that follows a moment; `onSpell` hears of each once it is within sight. */
  constructor(make: (afterS: number) => T, onSpell: (spell: T) => void) {
    this.make = make;
    this.onSpell = onSpell;
    this.planned.push(make(0));
  }

  /** The spells that touch a stretch, in order. */
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

  /** Says that nobody will ask about times before this one. */
  forget(beforeS: number): void {
    this.planned = this.planned.filter((spell) => spell.end_s > beforeS);
  }
}
