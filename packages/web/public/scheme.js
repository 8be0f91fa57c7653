// Runs before the first paint, so that a page in the dark scheme never flashes white.
// The key and the values are those that the theme keeps (src/platform/theme/theme.ts); the pages of patients follow their
// device until somebody chooses (src/platform/theme/first-scheme.ts). The path of this file is that of the product on its
// host.
{
  const base = new URL('.', document.currentScript.src).pathname.slice(0, -1);
  const { pathname } = location;
  const path = (pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : pathname).replace(
    /^(.+)\/$/,
    '$1',
  );
  let chosen = null;
  try {
    chosen = localStorage.getItem(base === '' ? 'theme' : `${base}:theme`);
  } catch {
    // Storage is blocked: nothing was chosen.
  }
  const isPatients = path === '/consent' || path === '/health-link';
  const dark =
    chosen === null && isPatients ? matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'dark';
  if (dark) document.documentElement.setAttribute('data-theme', 'dark');
}
