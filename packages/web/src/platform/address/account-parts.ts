/** Names the parts of the account page that an address can link to: `/account#account-sessions`. */
export type AccountPart = 'email' | 'steps' | 'sessions' | 'notifications';

/** Returns the id of the part's element, which is also the hash of its address. */
export const accountPart = (part: AccountPart): string => `account-${part}`;
