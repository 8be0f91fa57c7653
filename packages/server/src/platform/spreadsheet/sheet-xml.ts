/**
 * Writes the XML of one sheet (ECMA-376, SpreadsheetML), a row at a time.
 *
 * Invariants: a text is a text cell with the text format, so that no program executes it, even after it was edited.
 * Every text is well-formed XML and reads back as its `shownText`. A date or time is a number of days with a date
 * format, in the local time of the sheet's zone. An amount is written digit by digit, never converted to a fraction.
 */
import { currencyDigits, decimalText } from '@rhythmdesk/domain/billing/money';
import { dayMs } from '@rhythmdesk/domain/kit/calendar';
import { zoneClock } from '@rhythmdesk/domain/kit/wall-clock';
import type { CellKind, SheetCell, SheetPlan, SheetRow } from './sheet-plan.ts';
import { amountStyles, headStyle, kindStyles, sheetSpace, xmlHead } from './sheet-styles.ts';

/** The maximum length of a cell, in UTF-16 units. */
const mostCharacters = 32_767;
/** Characters that XML 1.0 cannot contain, even as a character reference. */
const unnameable = /[^\t\n\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
const unknown = '\u{fffd}';

function cut(text: string): string {
  if (text.length <= mostCharacters) return text;
  return `${text.slice(0, mostCharacters - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Returns a text as its cell shows it: forbidden characters are replaced, and a text that is too long is cut. */
export const shownText = (text: string): string =>
  cut(text.toWellFormed().replaceAll(/\r\n?/g, '\n').replaceAll(unnameable, unknown));

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/**
 * Encodes a text as XML. `_x0041_` is the format's own notation for a character, so the first underscore of a text that
 * looks like it is escaped.
 */
const textXml = (text: string): string =>
  shownText(text)
    .replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? '')
    .replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_');

/** Returns a valid sheet name: at most 31 characters, without those that are used in references. */
export const sheetNameXml = (name: string): string =>
  textXml(
    Array.from(name.replaceAll(/[[\]:*?/\\']/g, ' '))
      .slice(0, 31)
      .join('')
      .trim() || '1',
  );

/**
 * Days since the last day of 1899. Sheets have no correct day before March 1900, because they treat that year as a leap
 * year.
 */
const [originDays, firstDay] = [25_569, 61];
const daysOf = (wallMs: number): number | null => {
  const days = wallMs / dayMs + originDays;
  return days >= firstDay ? days : null;
};

function letters(at: number): string {
  const rest = at % 26;
  const before = at < 26 ? '' : letters(Math.floor(at / 26) - 1);
  return before + String.fromCodePoint(65 + rest);
}

const textCell = (place: string, text: string, style: number): string =>
  `<c r="${place}" s="${String(style)}" t="inlineStr"><is><t xml:space="preserve">${textXml(text)}</t></is></c>`;
const numberCell = (place: string, digits: string, style: number): string =>
  `<c r="${place}" s="${String(style)}"><v>${digits}</v></c>`;

const isMoment = (kind: CellKind): kind is 'instant' | 'date' => kind === 'instant' || kind === 'date';

/** Returns the XML up to the first row of values, including the header. */
function beginXml(columns: SheetPlan['columns'], time_zone: string): string {
  const widths = columns.map(
    ({ width }, at) =>
      `<col min="${String(at + 1)}" max="${String(at + 1)}" width="${String(width)}" customWidth="1"/>`,
  );
  const heads = columns.map(({ head, kind }, at) =>
    textCell(`${letters(at)}1`, kind === 'instant' ? `${head} (${time_zone})` : head, headStyle),
  );
  return [
    `${xmlHead}<worksheet ${sheetSpace}><sheetViews><sheetView workbookViewId="0">`,
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>',
    '<selection pane="bottomLeft"/></sheetView></sheetViews>',
    `<cols>${widths.join('')}</cols><sheetData><row r="1">${heads.join('')}</row>`,
  ].join('');
}

/** Creates the cells of one sheet and keeps the clock of its zone. */
export function sheetWriter({ columns, time_zone }: SheetPlan) {
  const { shown } = zoneClock(time_zone);
  const named = columns.map(({ kind }, at) => ({ kind, letter: letters(at) }));

  function momentDays(text: string, kind: 'instant' | 'date'): number | null {
    const ms = Date.parse(text);
    if (Number.isNaN(ms)) return null;
    return daysOf(kind === 'instant' ? shown(ms) : ms);
  }

  function cellXml(cell: SheetCell, kind: CellKind, place: string): string {
    if (cell === null || cell === '') return '';
    if (typeof cell === 'object') {
      return numberCell(place, decimalText(cell), amountStyles[currencyDigits[cell.currency]]);
    }
    if (typeof cell === 'number') {
      const style = kind === 'text' || kind === 'money' ? kindStyles.decimal : kindStyles[kind];
      return Number.isFinite(cell) ? numberCell(place, String(cell), style) : '';
    }
    const days = isMoment(kind) ? momentDays(cell, kind) : null;
    if (days === null || !isMoment(kind)) return textCell(place, cell, kindStyles.text);
    return numberCell(place, String(days), kindStyles[kind]);
  }

  return {
    begin: beginXml(columns, time_zone),
    /** `line` is the line number in the sheet; the header is line 1. */
    row: (row: SheetRow, line: number): string => {
      const cells = named.map(({ kind, letter }, at) =>
        cellXml(row[at] ?? null, kind, `${letter}${String(line)}`),
      );
      return `<row r="${String(line)}">${cells.join('')}</row>`;
    },
    end: '</sheetData></worksheet>',
  };
}
