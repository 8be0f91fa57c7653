/** On each side of what the patient marked: what the rhythm was there is read and told. Seconds. */
export const eventReachS = 45;
