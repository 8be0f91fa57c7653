/**
 * Stores where the sign-in page is rendered. `alone`: before the router is loaded. `beside-router`: the router has
 * joined and renders nothing for the address of sign-in, until it has rendered another page. `in-router`: by the route,
 * from then on.
 */
import { createStore } from '../../platform/store.ts';

export const signInPlace = createStore<'alone' | 'beside-router' | 'in-router'>('in-router');
