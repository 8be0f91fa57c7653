/**
 * Defines which findings are critical, as one table. It contains the limits of each rule with their bounds and
 * defaults, the time within which a hospital must be notified, and the escalation levels for unacknowledged findings.
 */

interface Limit {
  readonly usual: number;
  readonly least: number;
  readonly most: number;
  readonly step: number;
}
interface RuleRow {
  /** Minutes within which the hospital must acknowledge. */
  readonly deadline: number;
  readonly limits: Readonly<Record<string, Limit>>;
}

export const criticalRuleTable = {
  vf: { deadline: 10, limits: {} },
  vt: {
    deadline: 30,
    limits: {
      beats: { usual: 8, least: 3, most: 100, step: 1 },
      seconds: { usual: 10, least: 1, most: 600, step: 1 },
    },
  },
  pause: { deadline: 30, limits: { seconds: { usual: 4, least: 2, most: 20, step: 0.1 } } },
  av_block: { deadline: 45, limits: { degree: { usual: 3, least: 2, most: 3, step: 1 } } },
  slow: {
    deadline: 60,
    limits: {
      bpm: { usual: 35, least: 20, most: 60, step: 1 },
      seconds: { usual: 30, least: 5, most: 600, step: 1 },
    },
  },
  fast_af: { deadline: 60, limits: { bpm: { usual: 150, least: 80, most: 250, step: 1 } } },
} as const satisfies Record<string, RuleRow>;

export type CriticalRuleKey = keyof typeof criticalRuleTable;
const isRuleKey = (key: string): key is CriticalRuleKey => Object.hasOwn(criticalRuleTable, key);
/** In the order in which they are listed, the most severe first. */
export const criticalRuleKeys: readonly CriticalRuleKey[] = Object.keys(criticalRuleTable).filter(isRuleKey);

export const deadlineBounds: Limit = { usual: 30, least: 5, most: 1_440, step: 5 };

/**
 * The levels that are notified of an unacknowledged finding, one after the other. The first is notified when the
 * finding is found.
 */
export const escalationLevels = ['team', 'technicians', 'center', 'hospital'] as const;
export type EscalationLevel = (typeof escalationLevels)[number];
/** The levels that are notified later, a set number of minutes after the finding was found. */
export const laterLevels = [
  'technicians',
  'center',
  'hospital',
] as const satisfies readonly EscalationLevel[];

type LimitsOf<Key extends CriticalRuleKey> = {
  readonly [Name in keyof (typeof criticalRuleTable)[Key]['limits']]: number;
};
type CriticalRules = {
  readonly [Key in CriticalRuleKey]: {
    readonly on: boolean;
    readonly deadline_minutes: number;
  } & LimitsOf<Key>;
};
export type EscalationMinutes = Readonly<Record<(typeof laterLevels)[number], number>>;

export interface CriticalSettings {
  readonly rules: CriticalRules;
  readonly escalation: EscalationMinutes;
}

export const usualCriticalSettings: CriticalSettings = {
  rules: {
    vf: { on: true, deadline_minutes: 10 },
    vt: { on: true, deadline_minutes: 30, beats: 8, seconds: 10 },
    pause: { on: true, deadline_minutes: 30, seconds: 4 },
    av_block: { on: true, deadline_minutes: 45, degree: 3 },
    slow: { on: true, deadline_minutes: 60, bpm: 35, seconds: 30 },
    fast_af: { on: true, deadline_minutes: 60, bpm: 150 },
  },
  escalation: { technicians: 10, center: 20, hospital: 35 },
};

/** Returns the first level whose minutes are not after those of the level before, or null. */
export function escalationFault(escalation: EscalationMinutes): (typeof laterLevels)[number] | null {
  let before = 0;
  for (const level of laterLevels) {
    if (escalation[level] <= before) return level;
    before = escalation[level];
  }
  return null;
}

/**
 * Returns the level that is notified next and how many minutes after the finding; null after the last one.
 * `notifiedLevel` is the number of levels already notified.
 */
export function nextLevel(
  notifiedLevel: number,
  escalation: EscalationMinutes,
): { readonly level: number; readonly name: EscalationLevel; readonly minutes: number } | null {
  const name = laterLevels[notifiedLevel - 1];
  return name === undefined ? null : { level: notifiedLevel + 1, name, minutes: escalation[name] };
}
