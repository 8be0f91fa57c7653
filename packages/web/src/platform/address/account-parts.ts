/** The parts of the account page that an address can point at: `/account#account-sessions`. */
export type AccountPart = 'email' | 'steps' | 'sessions' | 'notifications';

/** The id of the part's element, and the hash of its address. */
export const accountPart = (part: AccountPart): string => `account-${part}`;
