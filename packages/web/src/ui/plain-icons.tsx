/** Two small icons for the first page, drawn here so that it does not wait for the icon library's six weights. */
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
