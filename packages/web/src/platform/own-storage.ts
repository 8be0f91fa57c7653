/** Stores values in the browser under names of this installation, because products of one host share the storage. */
import { ownName } from './address/base-path.ts';

export type OwnStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const underOwnNames = (storage: () => Storage): OwnStorage => ({
  getItem: (name) => storage().getItem(ownName(name)),
  setItem: (name, value) => storage().setItem(ownName(name), value),
  removeItem: (name) => storage().removeItem(ownName(name)),
});

/** Local storage. Like the browser's own, it throws where storage is blocked. */
export const browserStorage = underOwnNames(() => localStorage);

/** Session storage. */
export const tabStorage = underOwnNames(() => sessionStorage);
