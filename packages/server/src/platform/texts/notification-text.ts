/** Returns the text of a notification in the reader's language, from the stored code and its parameters. */
import { isRefusalCode } from '@rhythmdesk/domain/kit/refusal';
import type { NotificationCode } from '@rhythmdesk/domain/notice/notifications';
import { z } from 'zod';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { notificationTexts } from './notifications.ts';
import { refusalText } from './refusal-text.ts';

const parametersShape = z.record(z.string(), z.string()).catch({});

export function notificationText(code: NotificationCode, parameters: unknown, language: Language): string {
  const values = parametersShape.parse(parameters);
  return notificationTexts[code][language]
    .replaceAll(/\{([a-z_]+)\}/g, (_placeholder, name: string) => {
      const value = values[name] ?? '';
      return name === 'refusal_code' && isRefusalCode(value) ? refusalText(value, language) : value;
    })
    .trim();
}
