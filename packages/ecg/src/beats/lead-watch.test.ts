import { expect, test } from 'vitest';
import { seen } from '../signal/ventricular-flutter.ts';
import type { FlutterWatch } from '../signal/ventricular-flutter.ts';
import { VentricularWaves, waveCode } from '../signal/ventricular-waves.ts';
import { LeadWatch, watched } from './lead-watch.ts';

const hours = 40;
const seconds = hours * 3600;

class LastingWaves extends VentricularWaves {
  override seconds(count: number): Uint8Array {
    return new Uint8Array(count).fill(waveCode.shaped);
  }
}

/** A lead that shows three waves of tachycardia a second throughout. */
class LastingWatch extends LeadWatch {
  override readonly flutter: FlutterWatch = {
    judged: () => seconds,
    judge: () => undefined,
    seconds: () => new Uint8Array(seconds).fill(seen.flutter),
    waves: new LastingWaves(),
  };
}

test('a tachycardia that lasts for forty hours gives every wave', () => {
  const watch = new LastingWatch();
  for (let i = 0; i < 3 * seconds; i++) watch.flutter.waves.beats.push((250 * i) / 3);
  const { wave_beats } = watched([{ watch }], seconds);
  expect(wave_beats.length).toBe(3 * seconds);
  expect(wave_beats.at(-1)).toBe(watch.flutter.waves.beats.at(-1));
});
