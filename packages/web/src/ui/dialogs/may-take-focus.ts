/** Keeps what is drawn late behind a dialog or a menu from taking the focus away from it. */
const above = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** Whether this element may ask for the focus: no dialog or menu has it, or the element is in that one. */
export function mayTakeFocus(element: Element): boolean {
  const holder = document.activeElement?.closest(above) ?? null;
  return holder === null || holder.contains(element);
}
