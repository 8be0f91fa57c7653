/**
 * Generates a password that is shown once and then changed: sixteen characters that are not confused when read aloud.
 */
const signs = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';
const length = 16;

/**
 * `fill` fills bytes with random values; bytes beyond the last multiple of the alphabet's size are drawn again, so that
 * every character is equally likely.
 */
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
