/**
 * Where the sign-in page is drawn. `alone`: before the router is there. `beside-router`: the router has joined and draws
 * nothing for the address of sign-in, until it has drawn another page. `in-router`: by the route, from then on.
 */
import { createStore } from '../../platform/store.ts';

export const signInPlace = createStore<'alone' | 'beside-router' | 'in-router'>('in-router');
