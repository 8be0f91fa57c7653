/**
 * Stores the parts of a reading other than beats: which seconds are readable, episodes that a user added or edited,
 * verdicts on findings, strips, measurements. Every change returns a function that reverts it; an edit of something
 * that does not exist returns undefined.
 */
import type { Measurement } from '../beats/measurement.ts';
import { qualityCode } from '../signal/quality.ts';
import type { Quality } from '../signal/quality.ts';
import type { EpisodeSpan } from '../rhythm/episode-marks.ts';
import { nearSamples } from './anchors.ts';
import type { Revert } from './beat-layer.ts';
import type { EditOf, FindingVerdict, JudgedThing } from './edits.ts';
import { addedStrip, changedStrip, type ReadStrip } from './read-strips.ts';

export interface ReadEpisode extends EpisodeSpan {
  /** The sequence number of the edit that created it. */
  readonly episode: number;
  readonly name?: string | undefined;
  readonly instead_of?: EpisodeSpan | undefined;
}
export interface JudgedFinding {
  readonly finding: EpisodeSpan;
  readonly verdict: FindingVerdict;
}
export interface ReadMeasurement extends Measurement {
  /** The sequence number of the edit that added it. */
  readonly measurement: number;
}

export interface JudgedOne {
  readonly thing: JudgedThing;
  readonly verdict: Exclude<FindingVerdict, 'open'>;
}

/** Returns a key that is equal for the same thing. */
export function thingKey(thing: JudgedThing): string {
  switch (thing.of) {
    case 'template':
      return `template ${String(thing.template)}`;
    case 'event':
      return `event ${String(thing.sample)}`;
    case 'extreme':
      return `${thing.extreme} ${String(thing.sample)}`;
  }
}

/** Sets a value in a map and returns a function that reverts it; changes are reverted last first. */
function setIn<K, V>(map: Map<K, V>, key: K, value: V | undefined): Revert {
  const before = map.get(key);
  const put = (to: V | undefined): void => {
    if (to === undefined) map.delete(key);
    else map.set(key, to);
  };
  put(value);
  return () => put(before);
}

/** Returns the whole seconds that a stretch touches, half-open. */
export const secondsOf = (
  { start_sample, end_sample }: { readonly start_sample: number; readonly end_sample: number },
  sampling_hz: number,
): [from: number, to: number] => [
  Math.max(0, Math.floor(start_sample / sampling_hz)),
  Math.max(0, Math.ceil(end_sample / sampling_hz)),
];

export class MarksLayer {
  readonly episodes = new Map<number, ReadEpisode>();
  readonly strips = new Map<number, ReadStrip>();
  readonly measurements = new Map<number, ReadMeasurement>();
  private readonly things = new Map<string, JudgedOne>();
  /** By start position, in steps of the distance that counts as the same place. */
  private readonly judged = new Map<number, readonly JudgedFinding[]>();
  private readonly near: number;
  private readonly base: Quality;
  private readonly hz: number;
  private readonly used: Uint8Array;
  private given: Quality;

  constructor(base: Quality, samplingHz: number) {
    this.base = base;
    this.hz = samplingHz;
    this.near = nearSamples(samplingHz);
    this.used = base.used.slice();
    this.given = base;
  }

  /** Returns the same object until a second changes. */
  quality(): Quality {
    return this.given;
  }

  /** Sets the quality of seconds. Seconds without a signal do not change. */
  private setReadable(stretch: Parameters<typeof secondsOf>[0], code: number): Revert {
    const [from, end] = secondsOf(stretch, this.hz);
    const to = Math.min(this.used.length, end);
    const before = this.used.slice(from, to);
    const renew = (): void => {
      this.given = { ...this.base, used: this.used.slice() };
    };
    for (let s = from; s < to; s++) if (this.used[s] !== qualityCode.no_signal) this.used[s] = code;
    renew();
    return () => {
      this.used.set(before, from);
      renew();
    };
  }

  markUnreadable(edit: EditOf<'mark_unreadable'>): Revert {
    return this.setReadable(edit, qualityCode.noisy);
  }

  clearUnreadable(edit: EditOf<'clear_unreadable'>): Revert {
    return this.setReadable(edit, qualityCode.usable);
  }

  addEpisode(sequence: number, edit: EditOf<'add_episode'>): Revert {
    const { rhythm, start_sample, end_sample, name, instead_of } = edit;
    const drawn = { episode: sequence, kind: rhythm, start_sample, end_sample, name, instead_of };
    return setIn(this.episodes, sequence, drawn);
  }

  changeEpisode(edit: EditOf<'change_episode'>): Revert | undefined {
    const held = this.episodes.get(edit.episode);
    if (held === undefined) return undefined;
    const { rhythm, start_sample, end_sample, name } = edit;
    return setIn(this.episodes, edit.episode, { ...held, kind: rhythm, start_sample, end_sample, name });
  }

  removeEpisode({ episode }: EditOf<'remove_episode'>): Revert | undefined {
    return this.episodes.has(episode) ? setIn(this.episodes, episode, undefined) : undefined;
  }

  /**
   * Stores a verdict. It replaces an earlier one on the same finding, even if an earlier analysis placed its ends
   * slightly differently.
   */
  judge({ finding, verdict }: EditOf<'judge_finding'>): Revert {
    const { kind, start_sample, end_sample } = finding;
    const isSame = (other: EpisodeSpan): boolean =>
      other.kind === kind &&
      Math.abs(other.start_sample - start_sample) <= this.near &&
      Math.abs(other.end_sample - end_sample) <= this.near;
    const bucket = Math.floor(start_sample / this.near);
    const reverts = [bucket - 1, bucket, bucket + 1].map((place) => {
      const others = (this.judged.get(place) ?? []).filter((one) => !isSame(one.finding));
      const own = place === bucket ? [{ finding: { kind, start_sample, end_sample }, verdict }] : [];
      return setIn(this.judged, place, [...others, ...own]);
    });
    return () => {
      for (const revert of reverts.reverse()) revert();
    };
  }

  verdicts(): JudgedFinding[] {
    return [...this.judged.values()].flat();
  }

  judgeThing({ thing, verdict }: EditOf<'judge_thing'>): Revert {
    return setIn(this.things, thingKey(thing), verdict === 'open' ? undefined : { thing, verdict });
  }

  /** Returns the judged things in the order of their keys, so that undo and redo keep the order. */
  judgedThings(): JudgedOne[] {
    return [...this.things].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
  }

  addStrip(sequence: number, edit: EditOf<'add_strip'>): Revert {
    return setIn(this.strips, sequence, addedStrip(sequence, edit));
  }

  changeStrip(edit: EditOf<'change_strip'>): Revert | undefined {
    const held = this.strips.get(edit.strip);
    return held === undefined ? undefined : setIn(this.strips, edit.strip, changedStrip(held, edit));
  }

  removeStrip({ strip }: EditOf<'remove_strip'>): Revert | undefined {
    return this.strips.has(strip) ? setIn(this.strips, strip, undefined) : undefined;
  }

  addMeasurement(sequence: number, { measurement }: EditOf<'add_measurement'>): Revert {
    return setIn(this.measurements, sequence, { ...measurement, measurement: sequence });
  }

  removeMeasurement({ measurement }: EditOf<'remove_measurement'>): Revert | undefined {
    return this.measurements.has(measurement) ? setIn(this.measurements, measurement, undefined) : undefined;
  }
}
