/**
 * The nonce that the server put into this page. Its content policy allows no style tag without it, so whatever makes
 * style tags is given it: emotion's cache and the grid's own variables. Absent while developing.
 */
function readNonce(): string | undefined {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
  return nonce === '' ? undefined : nonce;
}

export const pageNonce = readNonce();
