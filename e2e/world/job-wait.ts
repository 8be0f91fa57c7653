/** How long a journey waits for what a background job does: it runs behind other jobs, on a machine that does other work. */
export const jobWait = { timeout: 120_000 } as const;
