/** Describes the critical rules as typed text, and converts them to settings. */
import { type CriticalSettings, criticalSettings } from '@rhythmdesk/contract/critical';
import {
  type CriticalRuleKey,
  criticalRuleKeys,
  criticalRuleTable,
  escalationFault,
  laterLevels,
} from '@rhythmdesk/domain/critical/critical-rules';
import { plainNumber } from '@rhythmdesk/domain/kit/typed-number';

/** Every number as typed text, by its path: `vt.beats`, `escalation.center`; `on` by rule. */
export type RulesDraft = {
  readonly numbers: Readonly<Record<string, string>>;
  readonly on: Readonly<Record<string, boolean>>;
};

export function limitNames(rule: CriticalRuleKey): string[] {
  return Object.keys(criticalRuleTable[rule].limits);
}

export function rulesDraftOf({ rules, escalation }: CriticalSettings): RulesDraft {
  const numbers: [string, string][] = [];
  for (const rule of criticalRuleKeys) {
    for (const [name, value] of Object.entries(rules[rule]))
      if (typeof value === 'number') numbers.push([`${rule}.${name}`, String(value)]);
  }
  for (const level of laterLevels) numbers.push([`escalation.${level}`, String(escalation[level])]);
  return {
    numbers: Object.fromEntries(numbers),
    on: Object.fromEntries(criticalRuleKeys.map((rule) => [rule, rules[rule].on])),
  };
}

/** Returns the typed text as settings, or null if some of it is not a number. */
export function settingsOfDraft({ numbers, on }: RulesDraft): CriticalSettings | null {
  const of = (place: string): number => Number(plainNumber(numbers[place] ?? '') || 'none');
  const ruleOf = (rule: CriticalRuleKey): [string, unknown] => {
    const limits = limitNames(rule).map((name) => [name, of(`${rule}.${name}`)]);
    const rest = { on: on[rule] === true, deadline_minutes: of(`${rule}.deadline_minutes`) };
    return [rule, { ...rest, ...Object.fromEntries(limits) }];
  };
  const escalation = Object.fromEntries(laterLevels.map((level) => [level, of(`escalation.${level}`)]));
  const parsed = criticalSettings.safeParse({
    rules: Object.fromEntries(criticalRuleKeys.map(ruleOf)),
    escalation,
  });
  return parsed.success ? parsed.data : null;
}

export function draftFault(settings: CriticalSettings | null): 'bounds' | 'order' | null {
  if (settings === null) return 'bounds';
  return escalationFault(settings.escalation) === null ? null : 'order';
}
