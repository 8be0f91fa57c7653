/** Connects the form that returns a case with the actions of the desk. */
import { serverDrafts } from '../../../../platform/drafts/server-drafts.ts';
import { createStore } from '../../../../platform/store.ts';
import { toolState } from '../session/tool-state.ts';

/** The comment with which the form returns the case, until the action has taken it. */
export const returnWishOf = toolState(() => createStore<string | null>(null));

/** Moves the focus into the form; returns false if the form is not visible. */
export const returnFieldOf = toolState(() => createStore<() => boolean>(() => false));

/** The unsent comments of returns. */
export const returnDrafts = serverDrafts('return');
export const returnDraft = (case_id: number): string => `return/${String(case_id)}`;
