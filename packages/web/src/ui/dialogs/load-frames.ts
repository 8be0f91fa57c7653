/** Loads the code of the page's alerts and questions. */
export const loadFrames = () => import('./dialog-frames.tsx');

/** Fetches it early, so that the loss of the network can be shown. */
export function preloadFrames(): void {
  loadFrames().catch(() => undefined);
}
