/** Tests to which team's share a case belongs and who may take it. */
import { expect, test } from 'vitest';
import { otherTeamId, people, secondChief, teamId } from '../people/test-people.ts';
import type { Actor } from '../people/scope.ts';
import { seesTeams } from '../people/can.ts';
import { roleKeys } from '../people/roles.ts';
import { caseIn, fittingInput } from './test-cases.ts';
import { actionsFor, step } from './step.ts';

const technician: Actor = people.TECHNICIAN;
const ofCenter: Actor = {
  ...technician,
  user_group_id: people.CHIEF.user_group_id,
  group_type: 'tech_center',
};

const codeOf = (facts: ReturnType<typeof caseIn>, actor: Actor): string => {
  const answer = step(facts, 'assign-to-me', actor, fittingInput(facts, actor, secondChief));
  return answer.ok ? 'ok' : answer.code;
};

test('a technician takes from the own team’s share, and from the part without a team, at any time', () => {
  for (const team_id of [teamId, null]) {
    for (const takes_others_share of [true, false]) {
      const facts = caseIn('request', { team_id, takes_others_share, waiting_team_ids: [teamId] });
      expect(codeOf(facts, technician)).toBe('ok');
    }
  }
});

test('another team’s share is taken only if the center allows it, and only when the own is empty', () => {
  const others = { team_id: otherTeamId };
  const full = caseIn('request', { ...others, waiting_team_ids: [teamId, otherTeamId] });
  const empty = caseIn('request', { ...others, waiting_team_ids: [otherTeamId] });
  expect(codeOf(full, technician)).toBe('case/own-share-first');
  expect(codeOf(empty, technician)).toBe('ok');
  const closed = { takes_others_share: false };
  expect(codeOf({ ...full, ...closed }, technician)).toBe('case/others-share');
  expect(codeOf({ ...empty, ...closed }, technician)).toBe('case/others-share');
  expect(actionsFor(full, technician)).not.toContain('assign-to-me');
});

test('chiefs and technicians of the center itself are not limited to a share', () => {
  const facts = caseIn('request', {
    team_id: otherTeamId,
    takes_others_share: false,
    waiting_team_ids: [teamId, otherTeamId],
  });
  expect(codeOf(facts, people.CHIEF)).toBe('ok');
  expect(codeOf(facts, ofCenter)).toBe('ok');
});

test('a change of team needs another team of the center, or none', () => {
  const facts = caseIn('request', { team_id: teamId });
  const changed = (team_id: number | null | undefined) => {
    const answer = step(facts, 'change-team', people.CHIEF, {
      ...fittingInput(facts, technician, secondChief),
      team_id,
    });
    return answer.ok ? answer.team_id : answer.code;
  };
  expect(changed(otherTeamId)).toBe(otherTeamId);
  expect(changed(null)).toBeNull();
  expect(changed(teamId)).toBe('case/same-team');
  expect(changed(9999)).toBe('case/team-unfit');
  expect(changed(undefined)).toBe('case/team-missing');
  const without = caseIn('request', { team_id: null, center_team_ids: [] });
  expect(actionsFor(without, people.CHIEF)).not.toContain('change-team');
  expect(
    step(without, 'change-team', people.CHIEF, fittingInput(without, technician, secondChief)),
  ).toMatchObject({
    code: 'case/no-teams',
  });
});

test('a team is notified of a waiting case, and not of one in progress', () => {
  const shown = (status: 'request' | 'start') => {
    const facts = caseIn(status);
    const answer = step(facts, 'change-team', people.CHIEF, fittingInput(facts, technician, secondChief));
    return answer.ok ? answer.notify.map(({ recipients }) => recipients) : answer.code;
  };
  expect(shown('request')).toEqual(['team-technicians']);
  expect(shown('start')).toEqual([]);
});

test('a case keeps its team through every other action', () => {
  const facts = caseIn('request', { team_id: otherTeamId, waiting_team_ids: [otherTeamId] });
  const taken = step(facts, 'assign-to-me', technician, fittingInput(facts, technician, secondChief));
  expect(taken).toMatchObject({ ok: true, technician_id: technician.id, team_id: otherTeamId });
});

test('teams are visible inside the center and to administrators', () => {
  expect(roleKeys.filter((role) => seesTeams(people[role]))).toEqual([
    'TECHNICIAN',
    'CHIEF',
    'CENTER',
    'ADMIN',
  ]);
  const manager: Actor = { ...people.MANAGER, user_group_id: teamId, group_type: 'team' };
  expect(seesTeams(manager)).toBe(true);
});
