/**
 * Stores the height and sharpness of this patient's QRS in one lead for far longer than a detector's window. P waves,
 * small noise or a quiet line that continue without a QRS must not become the reference for a beat.
 *
 * A certain beat changes the memory by half a percent at most, so that a minute of noise changes little. If the lead
 * changes to much smaller complexes, no beat would be found again. So the memory restarts when everything that looks
 * like a beat has been too low, but as sharp as the QRS was, for longer than a standstill that anybody survives.
 *
 * Invariants: scaling the signal changes no result; the memory depends on the candidates and their order only.
 */
import { halfHz } from './lead-bands.ts';
import { medianOfFirst } from './small-median.ts';

/**
 * Part of the remembered height below which nothing is a beat, and below which only a candidate sharper by
 * `muchSharper` is.
 */
const lowest = 0.1;
const tooLow = 0.2;
/**
 * By how much (natural logarithm) the normal beats are sharper if large ventricular beats of the patient are
 * remembered.
 */
const muchSharper = 1.15;
/**
 * Part of the remembered height below which a candidate blunter by `muchBlunter` is no beat: these are atrial waves.
 */
const bluntLow = 0.3;
const muchBlunter = -0.5;
/** Part of the remembered height below which a candidate is hardly a missed beat, and may be a P wave. */
const low = 0.4;
/** Number of certain beats whose median starts the memory. */
const firstBeats = 12;
const slowest = 0.005;
/** How long everything must be too low, and how many candidates must look like beats, before the memory restarts. */
const renewHalves = 90 * halfHz;
const renewBeats = 45;
/** By how much (natural logarithm) such a candidate may be less sharp than the QRS. */
const asSharp = 0.15;
/**
 * If a recording begins with more P waves than beats, the memory starts with the height of the P waves. Beats replace
 * it if they are `towering` times as high, within a factor `alike` of each other and within `towerHalves` of each
 * other.
 */
const towering = 6;
const alike = 1.5;
const towerHalves = 12 * halfHz;
const towersAtLeast = 3;
/** Number of beats after which the memory is reliable enough. */
const stillYoung = 60;

interface Looks {
  /** Its surroundings alone make it a beat. */
  readonly isSure: boolean;
  /** It is low and unlike all QRS shapes. */
  readonly isUnlike: boolean;
}

export interface QrsMemory {
  /** Tells whether a candidate is too low for this patient's QRS. */
  rejects(h: number, height: number, sharpness: number, looks: Looks): boolean;
  /** Tells whether a candidate is so low that it is hardly a missed beat. */
  isLow(height: number): boolean;
  /** Tells, once, that the beats so far turned out to contain waves far lower than the QRS. */
  hasMistaken(): boolean;
}

export function createQrsMemory(): QrsMemory {
  return new Memory();
}

class Memory implements QrsMemory {
  private height = 0;
  private sharpness = 0;
  private readonly heights = new Float32Array(firstBeats);
  private readonly sharps = new Float32Array(firstBeats);
  private started = 0;
  private kept = 0;
  private lastKept = 0;
  /** The beats contained waves far lower than the QRS; not reported yet. */
  private mistook = false;
  private towerCount = 0;
  private lastTower = 0;
  private towerHeight = 0;
  private rejected = 0;
  private rejectedSharp = 0;

  rejects(h: number, height: number, sharpness: number, { isSure, isUnlike }: Looks): boolean {
    const isTooLow = isUnlike || this.isTooLow(height, sharpness - this.sharpness);
    if (!isSure) return isTooLow;
    if (isTooLow) return this.rejectSure(h, sharpness);
    this.keep(h, height, sharpness);
    return false;
  }

  hasMistaken(): boolean {
    const { mistook } = this;
    this.mistook = false;
    return mistook;
  }

  isLow(height: number): boolean {
    return height < low * this.height;
  }

  private isTooLow(height: number, sharper: number): boolean {
    if (height < tooLow * this.height) return height < lowest * this.height || sharper < muchSharper;
    return height < bluntLow * this.height && sharper < muchBlunter;
  }

  /**
   * Tells whether a beat is the third of similar ones that are far higher than what is remembered: those were P waves.
   */
  private towers(h: number, height: number): boolean {
    if (this.kept > stillYoung || height < towering * this.height) return false;
    const isLike = height < alike * this.towerHeight && alike * height > this.towerHeight;
    this.towerCount = isLike && h - this.lastTower < towerHalves ? this.towerCount + 1 : 1;
    this.lastTower = h;
    this.towerHeight = height;
    return this.towerCount >= towersAtLeast;
  }

  private rejectSure(h: number, sharpness: number): boolean {
    this.rejected++;
    if (sharpness > this.sharpness - asSharp) this.rejectedSharp++;
    const isChanged =
      h - this.lastKept > renewHalves &&
      this.rejected >= renewBeats &&
      2 * this.rejectedSharp > this.rejected;
    if (!isChanged) return true;
    this.height = 0;
    this.started = 0;
    this.kept = 0;
    this.lastKept = h;
    return false;
  }

  private keep(h: number, height: number, sharpness: number): void {
    this.lastKept = h;
    this.rejected = 0;
    this.rejectedSharp = 0;
    if (this.started < firstBeats) {
      this.heights[this.started] = height;
      this.sharps[this.started++] = sharpness;
      if (this.started < firstBeats) return;
      this.height = medianOfFirst(this.heights, firstBeats);
      this.sharpness = medianOfFirst(this.sharps, firstBeats);
      this.mistook = this.heights.some((one) => one < tooLow * this.height);
      return;
    }
    if (this.towers(h, height)) {
      this.height = height;
      this.sharpness = sharpness;
      this.mistook = true;
      return;
    }
    const step = Math.max(slowest, 0.5 / (firstBeats + this.kept++));
    this.height *= height > this.height ? 1 + step : 1 / (1 + step);
    this.sharpness += sharpness > this.sharpness ? step : -step;
  }
}
