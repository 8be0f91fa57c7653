/** Sets how many seconds on each side of a patient event the rhythm is reported. */
export const eventReachS = 45;
