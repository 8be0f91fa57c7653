/** Provides the calibration of the screen that the window is on, shared by all recordings on the page. */
import { useSyncExternalStore } from 'react';
import { keepCalibration, readCalibration } from '../time/calibration.ts';
import { createStore } from '../../platform/store.ts';
import { browserStorage } from '../../platform/own-storage.ts';

const turns = createStore(0);
let unkept: number | null = null;

function read(): number | null {
  try {
    return readCalibration(browserStorage, window.screen) ?? unkept;
  } catch {
    return unkept;
  }
}

function keep(devicePxPerMm: number | null): void {
  unkept = devicePxPerMm;
  try {
    keepCalibration(browserStorage, window.screen, devicePxPerMm);
  } catch {
    // Storage is unavailable: the value is kept until the user leaves the page.
  }
  turns.set(turns.get() + 1);
}

export function useCalibration(): {
  calibration: number | null;
  calibrate: (devicePxPerMm: number | null) => void;
} {
  return { calibration: useSyncExternalStore(turns.subscribe, read), calibrate: keep };
}
