/**
 * Writes a mail: subject, plain text and HTML, in the reader's language. The HTML contains its styles and loads
 * nothing; all text that comes from a user is escaped.
 */
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { mailRow, type MailCode } from '@rhythmdesk/domain/notice/mails';
import { ledgerLines } from '../texts/ledger-figures.ts';
import { categoryLines } from '../texts/notification-categories.ts';
import { escapeHtml } from '../texts/escape-html.ts';
import { mailFrame, mailTexts } from '../texts/mails.ts';
import { momentText } from '../texts/moment-text.ts';

export type MailToWrite = {
  readonly code: MailCode;
  readonly language: Language;
  readonly time_zone: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly secret: string | null;
  /** The origin of the product's pages. */
  readonly origin: string;
};

export type WrittenMail = { readonly subject: string; readonly text: string; readonly html: string };

function worded(iso: string, language: Language, timeZone: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  return momentText(language, timeZone, at);
}

/**
 * Puts a parameter on one line, so that text typed by a user can neither start a new line nor change the text
 * direction.
 */
const oneLine = (text: string): string =>
  text.replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();

type Part = { readonly kind: 'words' | 'code'; readonly text: string };

/** Splits the text into parts. A line that contains only the code is shown large and separately. */
function partsOf(lines: readonly string[], fill: (line: string) => readonly string[]): readonly Part[] {
  return lines.flatMap((line) =>
    fill(line).map((text) => ({ kind: line === '{code}' ? ('code' as const) : ('words' as const), text })),
  );
}

const style = {
  body: 'margin:0;padding:24px;background:#f1f4f4;color:#132124;font:15px/1.6 -apple-system,Segoe UI,Roboto,Noto Sans,sans-serif',
  card: 'max-width:520px;margin:0 auto;padding:28px 28px 24px;background:#ffffff;border:1px solid #dee5e6;border-radius:10px',
  brand: 'margin:0 0 20px;font-weight:600;color:#0a6468',
  line: 'margin:0 0 14px',
  code: 'margin:4px 0 18px;font:600 30px/1.3 Consolas,Menlo,monospace;letter-spacing:6px',
  button:
    'display:inline-block;margin:6px 0 18px;padding:11px 22px;border-radius:6px;background:#0a6468;color:#ffffff;font-weight:600;text-decoration:none',
  foot: 'max-width:520px;margin:16px auto 0;color:#5b6c71;font-size:12px',
} as const;

function htmlOf(
  language: Language,
  parts: readonly Part[],
  button: { readonly label: string; readonly href: string } | null,
  foot: string,
): string {
  const lines = parts.map(
    ({ kind, text }) => `<p style="${kind === 'code' ? style.code : style.line}">${escapeHtml(text)}</p>`,
  );
  const link =
    button === null
      ? ''
      : `<p style="margin:0"><a href="${escapeHtml(button.href)}" style="${style.button}">${escapeHtml(button.label)}</a></p>`;
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="color-scheme" content="light"></head><body style="${style.body}"><div style="${style.card}"><p style="${style.brand}">Rhythmdesk</p>${lines.join('')}${link}</div><p style="${style.foot}">${escapeHtml(foot)}</p></body></html>`;
}

export function writeMail({
  code,
  language,
  time_zone,
  parameters,
  secret,
  origin,
}: MailToWrite): WrittenMail {
  const words = mailTexts[language][code];
  const { page } = mailRow(code);
  const value = (name: string): string => {
    if (name === 'code') return secret ?? '';
    const given = parameters[name] ?? '';
    return name === 'time' ? worded(given, language, time_zone) : oneLine(given);
  };
  const fill = (line: string): string =>
    line.replaceAll(/\{([a-z_]+)\}/g, (_place, name: string) => value(name));
  // A line that contains only items or figures becomes one line for each.
  const filled = (line: string): readonly string[] => {
    if (line === '{items}') return categoryLines(parameters['items'] ?? '', language).map(oneLine);
    if (line === '{figures}') return ledgerLines(parameters['figures'] ?? '', language).map(oneLine);
    return [fill(line)];
  };
  const parts = partsOf(words.lines, filled);
  const href = page === undefined ? null : origin + page.replace('{token}', encodeURIComponent(secret ?? ''));
  const button = href === null ? null : { href, label: words.button ?? mailFrame[language].open };
  const link = button === null ? [] : [`${button.label}: ${button.href}`];
  const foot = mailFrame[language].foot;
  return {
    subject: fill(words.subject),
    text: `${[...parts.map(({ text }) => text), ...link, `-- \n${foot}`].join('\n\n')}\n`,
    html: htmlOf(language, parts, button, foot),
  };
}
