/** Defines the formats of a spreadsheet's cells and the parts of its file that are the same for every sheet. */
import type { Currency, currencyDigits } from '@rhythmdesk/domain/billing/money';
import type { CellKind } from './sheet-plan.ts';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageOf = (part: string): string => `http://schemas.openxmlformats.org/package/2006/${part}`;
export const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const sheetSpace = `xmlns="${main}"`;

/** Custom number formats; numbers below 164 are built into every program. */
const formats = { oneDigit: 164, percent: 165, moment: 166, day: 167 } as const;
const formatCodes: readonly (readonly [number, string])[] = [
  [formats.oneDigit, '#,##0.0'],
  [formats.percent, '0.0%'],
  [formats.moment, 'yyyy\\-mm\\-dd\\ hh:mm:ss'],
  [formats.day, 'yyyy\\-mm\\-dd'],
];
const [asText, wholeFormat, twoDigits] = [49, 3, 4];

/** The formats that cells refer to, in this order, after the plain one and the header's. */
const cellFormats = [
  ['text', asText],
  ['whole', wholeFormat],
  ['decimal', formats.oneDigit],
  ['share', formats.percent],
  ['instant', formats.moment],
  ['date', formats.day],
  ['cents', twoDigits],
] as const satisfies readonly (readonly [Exclude<CellKind, 'money'> | 'cents', number])[];

export const headStyle = 1;
const styleOf = (name: (typeof cellFormats)[number][0]): number =>
  cellFormats.findIndex(([each]) => each === name) + 2;
export const kindStyles: Readonly<Record<Exclude<CellKind, 'money'>, number>> = {
  text: styleOf('text'),
  whole: styleOf('whole'),
  decimal: styleOf('decimal'),
  share: styleOf('share'),
  instant: styleOf('instant'),
  date: styleOf('date'),
};
/** By the number of decimals of the currency. */
export const amountStyles: Readonly<Record<(typeof currencyDigits)[Currency], number>> = {
  0: styleOf('whole'),
  2: styleOf('cents'),
};

const plainXf = '<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>';
const headXf = `<xf numFmtId="${String(asText)}" fontId="1" fillId="2" borderId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>`;
const xfs = cellFormats.map(
  ([, format]) =>
    `<xf numFmtId="${String(format)}" fontId="0" fillId="0" borderId="0" applyNumberFormat="1"/>`,
);
const font = (inner: string): string =>
  `<font>${inner}<sz val="11"/><name val="Calibri"/><family val="2"/></font>`;
const fill = (inner: string): string => `<fill>${inner}</fill>`;

const styles = [
  `<styleSheet ${sheetSpace}>`,
  `<numFmts count="${String(formatCodes.length)}">`,
  ...formatCodes.map(([id, code]) => `<numFmt numFmtId="${String(id)}" formatCode="${code}"/>`),
  `</numFmts><fonts count="2">${font('')}${font('<b/>')}</fonts><fills count="3">`,
  fill('<patternFill patternType="none"/>'),
  fill('<patternFill patternType="gray125"/>'),
  fill('<patternFill patternType="solid"><fgColor rgb="FFE9EDF2"/><bgColor indexed="64"/></patternFill>'),
  '</fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
  `<cellStyleXfs count="1">${plainXf}</cellStyleXfs>`,
  `<cellXfs count="${String(xfs.length + 2)}">${plainXf}${headXf}${xfs.join('')}</cellXfs>`,
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
].join('');

const contentTypes = [
  `<Types xmlns="${packageOf('content-types')}">`,
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
  '<Default Extension="xml" ContentType="application/xml"/>',
  ...[
    ['/xl/workbook.xml', 'sheet.main'],
    ['/xl/worksheets/sheet1.xml', 'worksheet'],
    ['/xl/styles.xml', 'styles'],
  ].map(
    ([part = '', type = '']) =>
      `<Override PartName="${part}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`,
  ),
  '</Types>',
].join('');

const linked = (links: readonly (readonly [type: string, target: string])[]): string =>
  [
    `<Relationships xmlns="${packageOf('relationships')}">`,
    ...links.map(
      ([type, target], at) =>
        `<Relationship Id="rId${String(at + 1)}" Type="${relations}/${type}" Target="${target}"/>`,
    ),
    '</Relationships>',
  ].join('');

const workbook = (nameXml: string): string =>
  [
    `<workbook ${sheetSpace} xmlns:r="${relations}"><bookViews><workbookView/></bookViews>`,
    `<sheets><sheet name="${nameXml}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ].join('');

export const sheetPart = 'xl/worksheets/sheet1.xml';

/** Returns every other part of the file with its name. */
export const fixedParts = (nameXml: string): readonly (readonly [name: string, xml: string])[] => [
  ['[Content_Types].xml', xmlHead + contentTypes],
  ['_rels/.rels', xmlHead + linked([['officeDocument', 'xl/workbook.xml']])],
  ['xl/workbook.xml', xmlHead + workbook(nameXml)],
  [
    'xl/_rels/workbook.xml.rels',
    xmlHead +
      linked([
        ['worksheet', 'worksheets/sheet1.xml'],
        ['styles', 'styles.xml'],
      ]),
  ],
  ['xl/styles.xml', xmlHead + styles],
];
