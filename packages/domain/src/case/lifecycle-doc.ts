/** Generates docs/lifecycle.md, with its diagram, from the lifecycle table. */
import { permissions } from '../people/permissions.ts';
import type { Permission } from '../people/permissions.ts';
import { roleKeys } from '../people/roles.ts';
import { isCaseAction, transitionOf, transitions } from './lifecycle.ts';
import type { CaseAction } from './lifecycle.ts';
import { effectMeanings, guardMeanings, needMeanings } from './transition.ts';
import type { Transition, Way } from './transition.ts';

const actions: readonly CaseAction[] = Object.keys(transitions).filter(isCaseAction);

const rowText = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

function whoText(permission: Permission): string {
  return roleKeys
    .flatMap((role) => {
      const cell = permissions[permission][role];
      return cell === '-' ? [] : [`${role} (${cell.scopes.join(' or ')})`];
    })
    .join(', ');
}

const fromTo = (way: Way): string => `${way.from.join(', ')} → ${way.to}`;

function actionRow(action: CaseAction, transition: Transition, way: Way): string {
  return rowText([
    `\`${action}\``,
    fromTo(way),
    whoText(way.permission),
    [
      ...transition.needs.map((need) => needMeanings[need]),
      ...way.guards.map((guard) => guardMeanings[guard]),
    ].join('; '),
    way.effects.map((effect) => effectMeanings[effect]).join('; '),
    transition.notify.map(({ recipients, code }) => `${recipients}: \`${code}\``).join('; '),
  ]);
}

function arrows(action: CaseAction, way: Way): readonly string[] {
  if (way.to === 'same') return [];
  return way.from.map((from) => `  ${from} --> ${way.to}: ${action}`);
}

export function lifecycleText(): string {
  const ways = actions.flatMap((action) =>
    transitionOf(action).ways.map((way) => ({ action, transition: transitionOf(action), way })),
  );
  return [
    '# The life of a case',
    '',
    'Made from `packages/domain/src/case/lifecycle.ts` by `npm run docs`; do not edit.',
    '',
    '```mermaid',
    'stateDiagram-v2',
    '  [*] --> ready',
    ...ways.flatMap(({ action, way }) => arrows(action, way)),
    '  complete --> [*]',
    '```',
    '',
    'Closing is a flag that may be set in any status except `edit`; a closed case can only be read.',
    'Every action has the version of the case. An outdated version is refused first (409), then a wrong status (406).',
    '',
    rowText(['Action', 'From → to', 'Who', 'Needs', 'Changes', 'Notifies']),
    rowText(['---', '---', '---', '---', '---', '---']),
    ...ways.map(({ action, transition, way }) => actionRow(action, transition, way)),
    '',
  ].join('\n');
}
