/** Draws the icons of the first page without the icon library, which would load six weights of each icon. */
export function CaretMark() {
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" fill="none" stroke="currentColor" aria-hidden="true">
      <path d="M2 4.2 6 8.2l4-4" strokeWidth="1.2" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}

export function FaultMark() {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="6.5" fill="currentColor" />
      <path
        d="M8 4.8v3.8M8 10.9v.1"
        stroke="var(--rd-palette-surface-s1)"
        strokeWidth="1.5"
        strokeLinecap="round"
      />
    </svg>
  );
}

/** Draws two scripts side by side: the icon of the language menu. */
export function LanguagesMark() {
  return (
    <svg
      width="18"
      height="18"
      viewBox="0 0 18 18"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M1.6 4.3h8M5.6 2.4v1.9M8 4.3c-.7 3-2.8 5.2-6.2 6.5M3.4 6.6c1 1.8 2.5 3.2 4.6 4.2" />
      <path d="M8.6 15.6l3.7-8.2 3.7 8.2M9.8 12.9h5" />
    </svg>
  );
}
