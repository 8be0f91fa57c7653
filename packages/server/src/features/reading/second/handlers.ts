/** Handles the routes of second readings. */
import type { secondRoutes } from '@rhythmdesk/contract/second-readings';
import type { Handlers } from '../../../platform/http/handler.ts';
import type { ReadingCall, ReadingDependencies } from '../reading-dependencies.ts';
import { finishSecond } from './finish-second.ts';
import { listSecond, readSecond } from './list-second.ts';
import { appendSecondEdits, changeSecondEditLock, readSecondLog } from './second-log.ts';
import { readSecondSums } from './second-sums.ts';
import { giveBackSecond, takeSecond } from './take-second.ts';

export function secondHandlers(dependencies: ReadingDependencies): Handlers<typeof secondRoutes> {
  const callOf = ({ caller, request_id }: Omit<ReadingCall, 'now'>): ReadingCall => ({
    caller,
    request_id,
    now: dependencies.clock.now(),
  });
  return {
    secondReadings: (call) => listSecond(dependencies, call.input, callOf(call)),
    secondSums: ({ caller, input }) => readSecondSums(dependencies.db, caller, input),
    secondReading: (call) => readSecond(dependencies, call.input.second_id, callOf(call)),
    takeSecondReading: async (call) => {
      await takeSecond(dependencies, call.input.second_id, callOf(call));
      return readSecond(dependencies, call.input.second_id, callOf(call));
    },
    giveBackSecondReading: async (call) => {
      await giveBackSecond(dependencies, call.input.second_id, callOf(call));
      return { ok: true };
    },
    secondReadingLog: (call) => readSecondLog(dependencies, call.input, callOf(call)),
    appendSecondEdits: (call) => appendSecondEdits(dependencies, call.input, callOf(call)),
    changeSecondEditLock: (call) => changeSecondEditLock(dependencies, call.input, callOf(call)),
    finishSecondReading: async (call) => {
      await finishSecond(dependencies, call.input, callOf(call));
      return readSecond(dependencies, call.input.second_id, callOf(call));
    },
  };
}
