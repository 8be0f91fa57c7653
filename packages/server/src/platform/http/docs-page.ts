/**
 * Renders the API's description as a plain HTML page without a script, so that the content policy needs no exception.
 */
import { createHash } from 'node:crypto';
import type { OpenApi, Operation, Parameter } from './openapi.ts';
import { isObject } from './strict-json.ts';

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${String(sign.charCodeAt(0))};`);
}

function code(value: unknown): string {
  return `<pre>${escaped(JSON.stringify(value, null, 2))}</pre>`;
}

function parameterRow({ name, in: place, required, schema }: Parameter): string {
  const cells = [name, place, required ? 'yes' : 'no', JSON.stringify(schema)];
  return `<tr>${cells.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`;
}

function parameterTable(parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return '';
  const head = '<tr><th>Parameter</th><th>In</th><th>Required</th><th>Schema</th></tr>';
  return `<table>${head}${parameters.map(parameterRow).join('')}</table>`;
}

function successes(operation: Operation): string {
  return Object.entries(operation.responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([status, answer]) => `<h4>${status}</h4>${code(isObject(answer) ? answer['content'] : {})}`)
    .join('');
}

function operationHtml(path: string, method: string, operation: Operation): string {
  const body =
    operation.requestBody === undefined ? '' : `<h4>Body</h4>${code(operation.requestBody['content'])}`;
  return `<details id="${escaped(operation.operationId)}"><summary><b class="${method}">${method.toUpperCase()}</b> <code>${escaped(path)}</code> <span>${escaped(operation.summary)}</span></summary><p>${escaped(operation.description)}</p>${parameterTable(operation.parameters)}${body}${successes(operation)}</details>`;
}

const style = `body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#17212b;background:#fff}
summary{cursor:pointer;padding:.5rem;border-bottom:1px solid #d5dde5}summary span{color:#4a5866}
b{display:inline-block;min-width:4.5rem}b.get{color:#0b5cad}b.post{color:#0a6b3d}b.put{color:#7a4b00}b.delete{color:#a3211f}
pre{background:#f3f6f9;padding:.75rem;overflow:auto;max-height:30rem}table{border-collapse:collapse}td,th{text-align:left;padding:.25rem .75rem;border:1px solid #d5dde5}
@media(prefers-color-scheme:dark){body{background:#11181f;color:#e6edf3}summary span{color:#a9b6c2}pre{background:#1a242e}summary,td,th{border-color:#33414d}
b.get{color:#7cb8f5}b.post{color:#6fd3a0}b.put{color:#e5b567}b.delete{color:#f2928f}}`;

/** The hash of this page's only style, which the content policy must allow (CSP 3, hash sources). */
export const docsStyleHash = `sha256-${createHash('sha256').update(style).digest('base64')}`;

export function docsPage(api: OpenApi, base_path: string): string {
  const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationHtml(path, method, operation)),
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Rhythmdesk API</title><style>${style}</style></head><body><h1>Rhythmdesk API</h1><p><a href="openapi.json">openapi.json</a> <a href="${base_path}/try-api">Try calls</a></p>${operations.join('')}</body></html>`;
}
