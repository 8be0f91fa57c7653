/**
 * Sets how the native compiler and the linter's typed rules run, which are both Go programs.
 *
 * They run on one core: on several, each worker infers types that the others have already inferred, which costs half as
 * much processor time again and saves no time, because two checks run at once. Garbage is collected when the heap has
 * tripled, not doubled, because the programs end before memory matters. docs/decisions/0017 has the figures.
 */
export const goSettings = (): NodeJS.ProcessEnv => ({ ...process.env, GOMAXPROCS: '1', GOGC: '200' });
