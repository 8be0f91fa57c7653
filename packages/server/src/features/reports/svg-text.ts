/** Writes parts of an SVG drawing whose unit is a millimetre on paper. */
import { textInOneFamily } from '../../platform/pdf/printable-text.ts';

export const mm = (value: number): string => value.toFixed(2);

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text, so that it is never interpreted as markup. */
const plain = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? '');

export type TextStyle = {
  readonly size: number;
  readonly fill: string;
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly weight?: 'bold';
};

export function svgText(x: number, y: number, text: string, style: TextStyle): string {
  const { size, fill, anchor = 'start', weight } = style;
  const bold = weight === undefined ? '' : ` font-weight="${weight}"`;
  const shown = textInOneFamily(text);
  return `<text x="${mm(x)}" y="${mm(y)}" font-family="${shown.family}" font-size="${mm(size)}" text-anchor="${anchor}" fill="${fill}"${bold}>${plain(shown.text)}</text>`;
}

export const svgRect = (x: number, y: number, width: number, height: number, fill: string): string =>
  `<rect x="${mm(x)}" y="${mm(y)}" width="${mm(width)}" height="${mm(height)}" fill="${fill}"/>`;

export const svgPath = (d: string, stroke: string, width: number): string =>
  d === ''
    ? ''
    : `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${mm(width)}" stroke-linejoin="round"/>`;

export const svgOf = (width: number, height: number, parts: readonly string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${mm(width)}mm" height="${mm(height)}mm" viewBox="0 0 ${mm(width)} ${mm(height)}">${parts.join('')}</svg>`;
