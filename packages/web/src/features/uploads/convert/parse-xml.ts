/**
 * Parses XML bytes into an element tree for `ecg/formats/aecg`, with fast-xml-parser. Entities are never expanded and
 * texts never converted to numbers. It needs no DOM document, so it runs in workers and Node too.
 */
import type { XmlElement, XmlRoot } from '@rhythmdesk/ecg/formats/aecg';
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

interface Document {
  /** The text up to the end of its last tag. */
  readonly text: string;
  readonly cut: XmlRoot['cut'];
  /** Letters after the root's end. */
  readonly after: number;
}

/** Returns the name of the root, behind declarations and comments. */
function rootName(text: string): string {
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    const end = text.startsWith('<!--', at) ? '-->' : text.startsWith('<?', at) ? '?>' : '>';
    const name = /^<([a-z_][\w.:-]*)/i.exec(text.slice(at, at + 200))?.[1];
    if (name !== undefined) return name;
    const behind = text.indexOf(end, at);
    if (behind < 0) return '';
    at = behind;
  }
  return '';
}

/** Finds where a document ends: behind its root, or behind its last whole tag if it is cut. */
function documentOf(all: string): Document {
  const name = rootName(all);
  const closing = name === '' ? -1 : all.lastIndexOf(`</${name}`);
  const end = closing < 0 ? -1 : all.indexOf('>', closing);
  if (end >= 0) return { text: all.slice(0, end + 1), cut: 'no', after: all.slice(end + 1).trim().length };
  const last = all.lastIndexOf('>');
  const text = all.slice(0, last + 1);
  const open = /^<([a-z_][\w.:-]*)[^>]*(?<!\/)>$/i.exec(text.slice(text.lastIndexOf('<')))?.[1];
  if (open === undefined) return { text, cut: 'between', after: 0 };
  const next = all.indexOf('<', last);
  const isWhole = all.startsWith('</', next);
  const content = all.slice(last + 1, next < 0 ? all.length : next);
  return { text: `${text}${content}</${open}>`, cut: isWhole ? 'between' : 'in-text', after: 0 };
}

/** Returns the document's root, or null if the bytes are not XML. */
export function parseXml(bytes: Uint8Array): XmlRoot | null {
  try {
    const { text, cut, after } = documentOf(textOf(bytes));
    const root = elementsOf(parser.parse(text))[0];
    return root === undefined ? null : { ...root, cut, after };
  } catch {
    return null;
  }
}
