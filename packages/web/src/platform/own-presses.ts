/**
 * Presses that stand for a key that the user gave a command. They are heard as the command's usual key, and count also
 * where single-letter keys are switched off: the user chose a key that is none.
 */
const presses = new WeakSet<object>();

export const markOwnPress = (press: object): void => void presses.add(press);
export const isOwnPress = (press: object): boolean => presses.has(press);
