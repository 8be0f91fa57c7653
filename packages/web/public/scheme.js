// Runs before the first paint, so that a page in the dark scheme never flashes white.
// The key and the values are those that the theme keeps (src/platform/theme/theme.ts). The path of this file is that of
// the product on its host.
try {
  const base = new URL('.', document.currentScript.src).pathname.slice(0, -1);
  const key = base === '' ? 'theme' : `${base}:theme`;
  if (localStorage.getItem(key) === 'dark') document.documentElement.setAttribute('data-theme', 'dark');
} catch {
  // Storage is blocked: the light scheme stands.
}
