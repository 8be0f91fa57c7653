/** Who hears a key before the page does. */

const layers = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/**
 * What lies over the page and hears its keys. A menu that was closed is still drawn while it fades, but hidden from
 * readers and without the focus: the next key is the page's already.
 */
export const layersOver = (): readonly Element[] =>
  [...document.querySelectorAll(layers)].filter((one) => one.closest('[aria-hidden="true"]') === null);

/** Something lies over the page. */
export const isCovered = (): boolean => layersOver().length > 0;

/**
 * The layer on top, where a key reaches only the body: what had the focus in it has just gone, as a button that removed
 * its own row. The key is meant for that layer, not for the page under it.
 */
export const layerWithoutFocus = (target: EventTarget | null): Element | undefined =>
  target === document.body ? layersOver().at(-1) : undefined;

/** Enter belongs to what has the focus. */
export const actsOnEnter = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('a[href], button, summary, [role=tab], [role=button]') !== null;
