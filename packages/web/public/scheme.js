// Runs before the first paint, so that a page in the dark scheme never flashes white.
// The key and the values are those that the theme keeps (src/platform/theme/theme.ts).
try {
  if (localStorage.getItem('theme') === 'dark') document.documentElement.setAttribute('data-theme', 'dark');
} catch {
  // Storage is blocked: the light scheme stands.
}
