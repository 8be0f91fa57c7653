/**
 * Remembers the height and sharpness of this patient's QRS in one lead for far longer than a detector's window. P waves,
 * small noise or a quiet line that go on without a QRS must not become the measure of a beat.
 *
 * A certain beat moves the memory by half a percent at most, so that a minute of noise changes little. If the lead
 * changes to much smaller complexes, no beat would be found again. So the memory restarts when everything that looks like
 * a beat has been too low, and as sharp as the QRS was, for longer than a standstill that anybody survives.
 *
 * Invariants: scaling the signal changes no result; the memory depends on the candidates and their order only.
 */
import { halfHz } from './lead-bands.ts';
import { medianOfFirst } from './small-median.ts';

/** Part of the remembered height below which nothing is a beat, and below which only what is sharper by `muchSharper`. */
const lowest = 0.1;
const tooLow = 0.2;
/** The normal beats of a patient whose large ventricular beats are remembered are as much sharper (natural logarithm). */
const muchSharper = 1.15;
/** Part of the remembered height below which nothing is a beat that is as much blunter: atrial waves. */
const bluntLow = 0.3;
const muchBlunter = -0.5;
/** Part of the remembered height below which a candidate is hardly a beat that was missed, and may be a P wave. */
const low = 0.4;
/** Certain beats from whose median the memory starts. */
const firstBeats = 12;
const slowest = 0.005;
/** How long everything is too low, and how many of it look like beats, before the memory starts anew. */
const renewHalves = 90 * halfHz;
const renewBeats = 45;
/** How much less sharp than the QRS (natural logarithm) what is taken for them may be. */
const asSharp = 0.15;
/**
 * If a recording begins with more P waves than beats, the memory starts with the height of the P waves. Beats replace it
 * if they are `towering` times as high, within a factor `alike` of each other and within `towerHalves` of each other.
 */
const towering = 6;
const alike = 1.5;
const towerHalves = 12 * halfHz;
const towersAtLeast = 3;
/** Beats after which the memory is sure enough. */
const stillYoung = 60;

interface Looks {
  /** By its surroundings alone it is a beat. */
  readonly isSure: boolean;
  /** It is low and like none of the QRS shapes. */
  readonly isUnlike: boolean;
}

export interface QrsMemory {
  /** Whether a candidate is too low for this patient's QRS. */
  rejects(h: number, height: number, sharpness: number, looks: Looks): boolean;
  /** Whether a candidate is so low that it is hardly one that was missed. */
  isLow(height: number): boolean;
  /** Whether it just became clear that among the beats so far were waves far lower than the QRS; once. */
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
  /** Waves far lower than the QRS were among the beats; not yet said. */
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

  /** Whether a beat is the third of alike ones that tower over what is remembered: that was P waves. */
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
