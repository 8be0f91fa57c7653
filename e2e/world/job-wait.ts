/** Sets how long a journey waits for the result of a background job, which runs after other jobs on a busy machine. */
export const jobWait = { timeout: 120_000 } as const;
