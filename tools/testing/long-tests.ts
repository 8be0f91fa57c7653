/** Recognises test files that run for minutes, because they start and kill whole programs. */
export const isLongTest = (file: string): boolean => /(?:faults-\d|-kill)\.test\.ts$/.test(file);
