/**
 * Lists every setting: its name in the environment, its default, what it accepts and its purpose. The parsed
 * configuration, the error for a wrong value and the list in `docs/operating.md` are all made from this table.
 */
import type { z } from 'zod';
import { integrationSettings } from './integration-settings.ts';
import { limitSettings } from './limit-settings.ts';
import { monitoringSettings } from './monitoring-settings.ts';
import { messageSettings, productSettings } from './product-settings.ts';
import { serverSettings, storageSettings } from './server-settings.ts';

export const settingGroups = {
  Server: serverSettings,
  Storage: storageSettings,
  Limits: limitSettings,
  Product: productSettings,
  Messages: messageSettings,
  Integration: integrationSettings,
  Monitoring: monitoringSettings,
} as const;

export const settings = {
  ...serverSettings,
  ...storageSettings,
  ...limitSettings,
  ...productSettings,
  ...messageSettings,
  ...integrationSettings,
  ...monitoringSettings,
} as const;

type ValueOf<Row> = Row extends { shape: infer Shape extends z.ZodType; fallback: infer Fallback }
  ? z.output<Shape> | (Fallback extends string ? never : undefined)
  : never;

/** The value of each setting once it is parsed. */
export type SettingValues = { readonly [Name in keyof typeof settings]: ValueOf<(typeof settings)[Name]> };
