/**
 * Reads the nonce that the server put into this page. Its content security policy allows no style tag without it, so
 * everything that creates style tags receives it: emotion's cache and the grid's own variables. It is absent during
 * development.
 */
function readNonce(): string | undefined {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
  return nonce === '' ? undefined : nonce;
}

export const pageNonce = readNonce();
