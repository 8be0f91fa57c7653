/** Makes the text of docs/api.md from the route table. */
import { permissions, type Permission } from '@rhythmdesk/domain/people/permissions';
import { roleKeys } from '@rhythmdesk/domain/people/roles';
import {
  apiBase,
  isBinaryAnswer,
  isJsonAnswer,
  type Allow,
  type Answer,
  type Route,
} from '@rhythmdesk/contract/route';

const rowText = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

function rolesOf(permission: Permission): string {
  const holders = roleKeys.filter((role) => permissions[permission][role] !== '-');
  return holders.length === roleKeys.length ? 'every role' : holders.join(', ');
}

const whoText = (allow: Allow): string => (allow === 'anyone' ? 'anyone, without a session' : rolesOf(allow));

function answerText(answer: Answer): string {
  if (isJsonAnswer(answer)) return 'JSON';
  return isBinaryAnswer(answer) ? `\`${answer.binary}\`` : 'server-sent events';
}

function routeText(route: Route): string {
  const inputs = Object.keys(route.input.shape).map((name) => `\`${name}\``);
  return rowText([
    `\`${route.method}\``,
    `\`${route.path}\``,
    whoText(route.allow),
    inputs.join(', '),
    answerText(route.output),
    route.summary + (route.idempotent === true ? ' Takes an `Idempotency-Key`.' : ''),
  ]);
}

function chapterText(noun: string, routes: readonly Route[]): string[] {
  const head = ['Method', 'Path', 'Who', 'Fields', 'Answer', 'Does'];
  return [`## ${noun}`, '', rowText(head), rowText(head.map(() => '---')), ...routes.map(routeText), ''];
}

/** Makes a chapter for each first word of a path, in the order of the table. */
export function apiText(table: Readonly<Record<string, Route>>): string {
  const chapters = Map.groupBy(Object.values(table), ({ path }) => path.split('/', 1).join(''));
  return [
    '# The API',
    '',
    'Made from `packages/contract/src/routes.ts` by `npm run docs`; do not edit. The full description with every schema',
    `is [openapi.json](openapi.json); a running server returns it at \`${apiBase}openapi.json\`.`,
    '',
    `Every path is below \`${apiBase}\`. The named roles may call a route; [permissions.md](permissions.md) says how far`,
    'each role reaches. Everything outside of that is answered with 404.',
    '',
    ...[...chapters].flatMap(([noun, routes]) => chapterText(noun, routes)),
  ].join('\n');
}
