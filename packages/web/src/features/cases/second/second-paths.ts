/** Builds the addresses of second readings. */
export const secondListPath = '/second';
export const secondPath = (second_id: number): string => `/second/${String(second_id)}`;
/** Returns the address of the desk for a second reading. */
export const secondDeskPath = (second_id: number): string => `/second/${String(second_id)}/read`;
