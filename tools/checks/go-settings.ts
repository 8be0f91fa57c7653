/**
 * How the native compiler and the linter's typed rules run: both are Go programs.
 *
 * On one core: on several each worker infers the types that the others have inferred already, which costs half as much
 * again in processor time and, since two checks run at a time, gains no time. Memory is collected when the heap has
 * trebled, not doubled: they end before it matters. docs/decisions/0017 has the figures.
 */
export const goSettings = (): NodeJS.ProcessEnv => ({ ...process.env, GOMAXPROCS: '1', GOGC: '200' });
