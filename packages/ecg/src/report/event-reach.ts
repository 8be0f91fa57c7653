/** Seconds on each side of a patient event in which the rhythm is reported. */
export const eventReachS = 45;
