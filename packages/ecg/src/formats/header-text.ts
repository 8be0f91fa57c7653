// Decodes names and units in headers. Readers take each byte as one letter; standards allow ASCII, recorders write UTF-8
// or the code page of their country.

const encodings = ['utf-8', 'euc-kr', 'shift_jis', 'gb18030', 'euc-jp', 'big5', 'windows-1251'];

/** Returns every way to read a header's text, the most likely first; width and ligatures are those of ASCII. */
export function readingsOf(text: string): string[] {
  const plain = text.normalize('NFKC');
  const isBytes = /[\x80-\xff]/.test(text) && !/[^\0-\xff]/.test(text);
  if (!isBytes) return [plain];
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const decoded = encodings.flatMap((label) => {
    try {
      // A field may end within a letter: the bytes of a stream may too.
      const letters = new TextDecoder(label, { fatal: true }).decode(bytes, { stream: true });
      return [letters.normalize('NFKC')];
    } catch {
      return [];
    }
  });
  return [...decoded, plain];
}
