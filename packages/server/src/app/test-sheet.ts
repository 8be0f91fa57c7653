/** The words of a spreadsheet, in the order in which its file holds them, for tests. */
import { Uint8ArrayReader, ZipReader, TextWriter } from '@zip.js/zip.js';

export async function sheetWords(bytes: ArrayBuffer): Promise<string[]> {
  const reader = new ZipReader(new Uint8ArrayReader(new Uint8Array(bytes)));
  const words: string[] = [];
  for (const entry of await reader.getEntries()) {
    if (entry.directory || !/(sharedStrings|sheet1)\.xml$/.test(entry.filename)) continue;
    const text = await entry.getData(new TextWriter());
    words.push(...[...text.matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map((match) => match[1] ?? ''));
  }
  await reader.close();
  return words;
}
