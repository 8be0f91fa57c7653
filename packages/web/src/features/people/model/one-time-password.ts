/** A password that is said once and then changed: sixteen signs that nobody mixes up when reading them aloud. */
const signs = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';
const length = 16;

/** `fill` fills bytes with chance; bytes beyond the last whole round of signs are drawn again, so that none is likelier. */
export function oneTimePassword(
  fill: (bytes: Uint8Array<ArrayBuffer>) => void = (bytes) => crypto.getRandomValues(bytes),
): string {
  const limit = 256 - (256 % signs.length);
  let password = '';
  while (password.length < length) {
    const bytes = new Uint8Array(length);
    fill(bytes);
    for (const byte of bytes)
      if (byte < limit && password.length < length) password += signs[byte % signs.length] ?? '';
  }
  return password;
}
