/** Prevents elements that render late behind a dialog or a menu from taking the focus away from it. */
const above = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/**
 * Returns whether this element may take the focus: no dialog or menu has it, or the element is inside that dialog or
 * menu.
 */
export function mayTakeFocus(element: Element): boolean {
  const holder = document.activeElement?.closest(above) ?? null;
  return holder === null || holder.contains(element);
}
