import { isMixed, type TemplateGroup } from '@rhythmdesk/ecg/reading/template-groups';
import { expect, test, vi } from 'vitest';
import { usualCriticalSettings } from '@rhythmdesk/domain/critical/critical-rules';
import { sureOf } from '../session/bulk-findings.ts';
import { testDesk } from '../session/test-desk.ts';
import type { TemplateItem } from '../session/use-template-beats.ts';
import { acceptPart, askedTemplate, mixedMenuOf } from './mixed-accept.ts';
import { accept, queueActions } from './queue-actions.ts';

const templateOf = (labelled: number, template = 3): TemplateItem => {
  const group: TemplateGroup = {
    ...{ template, beats: 24, label: 'V', labelled, certainty: 0.97 },
    classes: [
      { label: 'V', beats: labelled },
      { label: 'N', beats: 24 - labelled },
    ],
    ...{ first_sample: 100, worst_sample: 200 },
  };
  const place = { start_sample: 200, end_sample: 200, state: 'open', certainty: 0.97 } as const;
  return { of: 'template', key: `template ${String(template)}`, ...place, group };
};
const mixed = templateOf(16);
const judged = { kind: 'judge_thing', thing: { of: 'template', template: 3 }, verdict: 'accepted' };

test('accepting a mixed template opens the menu and writes nothing; a pure one is accepted at once', () => {
  const desk = testDesk({ current: mixed });
  accept(desk);
  expect(desk.write).not.toHaveBeenCalled();
  expect(mixedMenuOf(desk).get()).toBe(true);
  const pure = testDesk({ current: templateOf(24) });
  accept(pure);
  expect(pure.write).toHaveBeenCalledWith([judged], true);
  expect(askedTemplate({ current: { ...mixed, state: 'accepted' } })).toBeNull();
});

test('a key of its own accepts a mixed template as it is, and nothing else', () => {
  const desk = testDesk({ current: mixed });
  queueActions['accept-mixed'].run(desk);
  expect(desk.write).toHaveBeenCalledExactlyOnceWith([judged], true);
  expect(mixedMenuOf(desk).get()).toBe(false);
  const pure = testDesk({ current: templateOf(24) });
  queueActions['accept-mixed'].run(pure);
  expect(pure.write).not.toHaveBeenCalled();
});

test('each part writes one step: as it is, all in one class, or the others split off', () => {
  const write = vi.fn();
  const desk = testDesk({ current: mixed, write });
  acceptPart(desk, mixed, 'whole', [7, 9]);
  expect(write).toHaveBeenLastCalledWith([judged], true);
  acceptPart(desk, mixed, 'one', [7, 9]);
  const relabelled = { kind: 'relabel_beats', beats: { by: 'template', template: 3 }, label: 'V' };
  expect(write).toHaveBeenLastCalledWith([relabelled, judged], true);
  acceptPart(desk, mixed, 'split', [7, 9]);
  const split = { kind: 'regroup_beats', beats: { by: 'list', samples: [7, 9] }, template: 0 };
  expect(write).toHaveBeenLastCalledWith([split, judged], true);
});

test('certain templates accepted together leave out mixed ones', () => {
  expect(isMixed(mixed.group)).toBe(true);
  const sure = sureOf([mixed, templateOf(24, 5), templateOf(24, 6)], usualCriticalSettings.rules);
  expect([...(sure?.keys ?? [])]).toEqual(['template 5', 'template 6']);
});
