/** Who hears a key before the page does. */

/** Something lies over the page. */
export const isCovered = (): boolean =>
  document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]') !== null;

/** Enter belongs to what has the focus. */
export const actsOnEnter = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('a[href], button, summary, [role=tab], [role=button]') !== null;
