/**
 * Measures how smoothly a page moves while it is used: the gaps between animation frames, the page's own work in each
 * (from the start of the frame to the task after it), and long tasks. The first two functions run in the page.
 */
import type { Print } from './bench.ts';
import { percentile } from './percentile.ts';

export type Frames = { gaps: number[]; work: number[]; longTasks: number };

type Watching = {
  gaps: number[];
  work: number[];
  longTasks: number;
  last: number;
  on: boolean;
  observer: PerformanceObserver;
};
declare global {
  interface Window {
    rdFrames?: Watching;
  }
}

export function startFrames(): void {
  const observer = new PerformanceObserver((list) => {
    watching.longTasks += list.getEntries().length;
  });
  const watching: Watching = { gaps: [], work: [], longTasks: 0, last: Number.NaN, on: true, observer };
  observer.observe({ type: 'longtask' });
  window.rdFrames = watching;
  const channel = new MessageChannel();
  let begun = 0;
  channel.port1.onmessage = () => watching.work.push(performance.now() - begun);
  const look = (at: number): void => {
    if (!watching.on) return;
    if (!Number.isNaN(watching.last)) watching.gaps.push(at - watching.last);
    watching.last = at;
    begun = performance.now();
    channel.port2.postMessage(null);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

export function stopFrames(): Frames {
  const watching = window.rdFrames;
  if (watching === undefined) throw new Error('nobody watches the frames');
  watching.on = false;
  watching.observer.disconnect();
  const { gaps, work, longTasks } = watching;
  return { gaps, work, longTasks };
}

/** Prints the frames a second over the whole time, and the median and 95th percentile of the work. */
export function frameFigures(what: string, { gaps, work, longTasks }: Frames, print: Print): void {
  const wholeMs = gaps.reduce((sum, gap) => sum + gap, 0);
  print({
    what: `${what}, frames a second`,
    value: (1000 * gaps.length) / wholeMs,
    unit: '/s',
    goal: 59,
    better: 'larger',
  });
  print({ what: `${what}, script and paint a frame, p50`, value: percentile(work, 0.5), unit: 'ms' });
  print({
    what: `${what}, script and paint a frame, p95`,
    value: percentile(work, 0.95),
    unit: 'ms',
    goal: 16.7,
  });
  print({ what: `${what}, tasks over 50 ms`, value: longTasks, unit: '' });
}
