/**
 * Parses XML bytes into an element tree for `ecg/formats/aecg`, with fast-xml-parser. Entities are never expanded and
 * texts never converted to numbers. It needs no DOM document, so it runs in workers and Node too.
 */
import type { XmlElement } from '@rhythmdesk/ecg/formats/aecg';
import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: 100,
});

const attributesKey = ':@';
const textKey = '#text';
const node = z.record(z.string(), z.unknown());
const nodes = z.array(node);
const attributes = z.record(z.string(), z.string()).catch({});

function elementsOf(list: unknown): XmlElement[] {
  return nodes.parse(list).flatMap((each) => {
    const name = Object.keys(each).find((key) => key !== attributesKey);
    if (name === undefined || name === textKey) return [];
    const content = nodes.parse(each[name]);
    const text = content.map((part) => (typeof part[textKey] === 'string' ? part[textKey] : '')).join('');
    return [{ name, attributes: attributes.parse(each[attributesKey]), children: elementsOf(content), text }];
  });
}

function textOf(bytes: Uint8Array): string {
  const utf16 = bytes[0] === 0xff ? 'utf-16le' : bytes[0] === 0xfe ? 'utf-16be' : null;
  return new TextDecoder(utf16 ?? 'utf-8').decode(bytes);
}

/** Returns the document's root, or null if the bytes are not XML. */
export function parseXml(bytes: Uint8Array): XmlElement | null {
  try {
    return elementsOf(parser.parse(textOf(bytes)))[0] ?? null;
  } catch {
    return null;
  }
}
