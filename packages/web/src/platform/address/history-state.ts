/** Declares what a page may pass to the next one in the browser's history state, beside the address. */
declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The address of the upload history that a case was opened from. */
    uploads?: string;
  }
}

export type {};
