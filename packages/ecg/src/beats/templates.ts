/**
 * Clusters the beats of one lead by shape during the recording. Each beat joins the active template it resembles most
 * (correlation of 216 ms around the R peak over small shifts, and a similar size) or starts a new one. A template is
 * the running mean of its beats over 700 ms, so it also contains their usual P and T wave. At most `activeLimit`
 * templates are active; the rarest and longest unseen is replaced, and its number is never used again.
 *
 * The dominant template has the most recent beats that are in time with the rhythm (premature beats count a fifth), so
 * frequent ectopy does not become the normal beat. After two dozen beats without it another template that is hardly wider
 * becomes dominant at once. Premature beats do not change it outside its QRS, so its P wave stays the normal one through a
 * run of early beats.
 */
import { placeIn, unbroken } from './ring.ts';
import {
  areLike,
  crossCorrelate,
  mostShift,
  product,
  products,
  qrsBefore,
  qrsLength,
  templateBefore,
  widthOf,
} from './template-qrs.ts';
import { pairOf, PastViews, viewOf } from './template-pair.ts';

const activeLimit = 32;
/** Half-rate samples stored after the R peak (368 ms). */
const templateAfter = 46;
const templateLength = templateBefore + templateAfter;
/** A beat joins at a correlation that the lead's noise allows: three times the usual misfit, within these limits. */
const joinLeast = 0.92;
const joinMost = 0.965;
const misfitsAllowed = 3;
const misfitRate = 0.02;
const takenAtOnce = 0.97;
const worthShifting = 0.6;
/** Half-rate samples used on each side of a beat. */
const widest = templateAfter + mostShift;
const memory = 24;
const forget = 0.9993;
/** A template with this many beats keeps its shape when it is replaced. */
const remembered = 20;
const empty = new Float32Array(templateLength);
/**
 * Beats without the dominant shape after which another one becomes dominant at once, if this many of them have it and its
 * QRS is hardly wider: the electrode or the patient has changed. A ventricular rhythm that lasts is wider.
 */
const changedAfter = 24;
const changedBeats = changedAfter / 2;
const widerAllowed = 1.1;

export interface TemplateMatch {
  id: number;
  slot: number;
  correlation: number;
  shift: number;
}

export interface TemplateBank {
  readonly shapes: readonly Float32Array[];
  readonly ids: Int32Array;
  /** Returns the number of templates ever started; ids are below this. */
  started(): number;
  /**
   * Returns the mean shape of template `id` (sums of two working-rate samples), empty if it was rare and is replaced.
   */
  shapeOf(id: number): Float32Array;
  /** Returns the input of the shape network for template `id` (`template-pair`). */
  pairOf(id: number): Float32Array;
  /** Returns the slot of the dominant template, −1 before the first beat. */
  dominant(): number;
  /** Finds or starts the template of the beat at half-rate index `h` and learns from it. */
  learn(half: Float32Array, h: number, weight: number, match: TemplateMatch): void;
}

export function createTemplateBank(): TemplateBank {
  return new Templates();
}

class Templates implements TemplateBank {
  readonly shapes = Array.from({ length: activeLimit }, () => new Float32Array(templateLength));
  readonly ids = new Int32Array(activeLimit).fill(-1);
  private readonly norms = new Float32Array(activeLimit);
  private readonly beats = new Int32Array(activeLimit);
  private readonly recent = new Float64Array(activeLimit);
  private readonly seen = new Int32Array(activeLimit);
  private readonly retired = new Map<number, Float32Array>();
  private readonly past = new PastViews();
  /** The template that was dominant when a beat last joined. */
  private readonly besides = new Int32Array(activeLimit);
  private readonly spare = new Float32Array(2 * widest + 1);
  private readonly sizes = new Float32Array(2 * mostShift + 1);
  private active = 0;
  private lastSlot = -1;
  private dominantSlot = -1;
  private next = 0;
  private clock = 0;
  private step = 1;
  private misfit = (1 - joinLeast) / misfitsAllowed;

  started(): number {
    return this.next;
  }

  shapeOf(id: number): Float32Array {
    const slot = this.ids.indexOf(id);
    return slot >= 0 ? (this.shapes[slot] ?? empty) : (this.retired.get(id) ?? empty);
  }

  pairOf(id: number): Float32Array {
    const slot = this.ids.indexOf(id);
    const beside = slot >= 0 ? (this.besides[slot] ?? id) : this.past.dominantOf(id);
    return pairOf(this.viewOf(id), this.viewOf(beside));
  }

  private viewOf(id: number): Float32Array {
    const shape = this.shapes[this.ids.indexOf(id)];
    return shape ? viewOf(shape) : this.past.viewOf(id);
  }

  dominant(): number {
    return this.dominantSlot;
  }

  private findDominant(): number {
    const usual = this.mostFrequent(-1);
    const lastSeen = this.seen[usual] ?? 0;
    if (usual < 0 || this.clock - lastSeen < changedAfter) return usual;
    const next = this.mostFrequent(this.clock - changedAfter);
    const isFrequent = next >= 0 && (this.recent[next] ?? 0) >= changedBeats * this.step;
    const width = (slot: number): number => widthOf(this.shapes[slot] ?? empty);
    return isFrequent && width(next) <= widerAllowed * width(usual) ? next : usual;
  }

  /** Returns the template with the most recent beats of those seen after beat `since`. */
  private mostFrequent(since: number): number {
    let best = -1;
    for (let slot = 0; slot < this.active; slot++) {
      if ((this.seen[slot] ?? 0) <= since) continue;
      if (best < 0 || (this.recent[slot] ?? 0) > (this.recent[best] ?? 0)) best = slot;
    }
    return best;
  }

  learn(ring: Float32Array, h: number, weight: number, match: TemplateMatch): void {
    this.clock++;
    const half = unbroken(ring, h - widest, 2 * widest + 1, this.spare);
    const at = placeIn(half, ring, h - widest) + widest;
    this.find(half, at, match);
    const qrsOnly = weight < 1 && match.slot === this.dominantSlot;
    if (match.slot < 0) this.start(half, at, match);
    else this.update(half, at + match.shift, match.slot, qrsOnly);
    this.step /= forget;
    if (this.step > 1e12) this.rescale();
    this.recent[match.slot] = (this.recent[match.slot] ?? 0) + weight * this.step;
    this.seen[match.slot] = this.clock;
    match.id = this.ids[match.slot] ?? 0;
    this.lastSlot = match.slot;
    this.dominantSlot = this.findDominant();
    this.besides[match.slot] = this.ids[this.dominantSlot] ?? match.id;
  }

  /** Finds the best template. The last and the dominant one are tried first and taken at once if they fit very well. */
  private find(half: Float32Array, h: number, match: TemplateMatch): void {
    const { lastSlot, dominantSlot } = this;
    match.slot = -1;
    const join = Math.max(joinLeast, Math.min(joinMost, 1 - misfitsAllowed * this.misfit));
    match.correlation = join;
    match.shift = 0;
    this.measureSizes(half, h);
    this.tryShifts(half, h, lastSlot, match);
    if (match.correlation < takenAtOnce && dominantSlot !== lastSlot)
      this.tryShifts(half, h, dominantSlot, match);
    for (let slot = 0; slot < this.active && match.correlation < takenAtOnce; slot++)
      if (slot !== lastSlot && slot !== dominantSlot) this.tryShifts(half, h, slot, match);
    if (match.slot < 0) match.correlation = 0;
    const misfit = match.slot < 0 ? 1 - join : 1 - match.correlation;
    this.misfit += misfitRate * (misfit - this.misfit);
  }

  /** Computes the size of each shifted window of the beat, once. */
  private measureSizes(half: Float32Array, h: number): void {
    const { sizes } = this;
    const from = h - qrsBefore - mostShift;
    let sum = 0;
    let squares = 0;
    for (let k = 0; k < qrsLength + 2 * mostShift; k++) {
      const value = half[from + k] ?? 0;
      if (k >= qrsLength) {
        const old = half[from + k - qrsLength] ?? 0;
        sum -= old;
        squares -= old * old;
      }
      sum += value;
      squares += value * value;
      const shift = k - qrsLength + 1;
      if (shift >= 0) sizes[shift] = Math.sqrt(Math.max(0, squares - (sum * sum) / qrsLength));
    }
  }

  private tryShifts(half: Float32Array, h: number, slot: number, match: TemplateMatch): void {
    const shape = this.shapes[slot];
    if (!shape || slot >= this.active) return;
    const norm = this.norms[slot] ?? 0;
    const { sizes } = this;
    const from = h - qrsBefore;
    const size = sizes[mostShift] ?? 0;
    if (!areLike(size, norm)) return;
    const centre = product(half, from, shape) / (size * norm);
    if (centre < worthShifting) return;
    crossCorrelate(half, from, shape);
    for (let shift = -mostShift; shift <= mostShift; shift++) {
      const k = shift + mostShift;
      const own = sizes[k] ?? 0;
      const value = shift === 0 ? centre : (products[k] ?? 0) / (own * norm);
      if (value <= match.correlation || !areLike(own, norm)) continue;
      match.correlation = value;
      match.slot = slot;
      match.shift = shift;
    }
  }

  private start(half: Float32Array, h: number, match: TemplateMatch): void {
    const slot = this.active < activeLimit ? this.active++ : this.rarest();
    this.retire(slot);
    this.ids[slot] = Math.min(65534, this.next++);
    this.beats[slot] = 0;
    this.recent[slot] = 0;
    match.slot = slot;
    match.correlation = 1;
    this.update(half, h, slot, false);
  }

  private retire(slot: number): void {
    const [shape, id = -1] = [this.shapes[slot], this.ids[slot]];
    if (!shape || id < 0) return;
    this.past.keep(id, shape, this.besides[slot] ?? id);
    if ((this.beats[slot] ?? 0) >= remembered && this.retired.size < 256) this.retired.set(id, shape.slice());
  }

  private rarest(): number {
    let worst = 0;
    for (let slot = 1; slot < activeLimit; slot++) {
      const score = (this.recent[slot] ?? 0) / (1 + this.clock - (this.seen[slot] ?? 0));
      const least = (this.recent[worst] ?? 0) / (1 + this.clock - (this.seen[worst] ?? 0));
      if (score < least) worst = slot;
    }
    return worst;
  }

  /** Updates the running mean, centred so that the compared part has mean zero; `qrsOnly` leaves the rest unchanged. */
  private update(half: Float32Array, h: number, slot: number, qrsOnly: boolean): void {
    const shape = this.shapes[slot];
    if (!shape) return;
    const count = (this.beats[slot] ?? 0) + 1;
    this.beats[slot] = count;
    const rate = 1 / Math.min(count, memory);
    let level = 0;
    for (let k = 0; k < qrsLength; k++) level += half[h - qrsBefore + k] ?? 0;
    level /= qrsLength;
    let squares = 0;
    const offset = templateBefore - qrsBefore;
    const first = qrsOnly ? offset : 0;
    const end = qrsOnly ? offset + qrsLength : templateLength;
    for (let k = first; k < end; k++) {
      const value = (half[h - templateBefore + k] ?? 0) - level;
      const old = count === 1 ? 0 : (shape[k] ?? 0);
      shape[k] = old + rate * (value - old);
    }
    for (let k = 0; k < qrsLength; k++) squares += (shape[offset + k] ?? 0) ** 2;
    this.norms[slot] = Math.sqrt(squares);
  }

  private rescale(): void {
    for (let slot = 0; slot < activeLimit; slot++) this.recent[slot] = (this.recent[slot] ?? 0) / this.step;
    this.step = 1;
  }
}
