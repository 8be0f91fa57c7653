/**
 * Shows which findings the reading does not list, and asks the chief for the statement that the report prints about
 * them.
 */
import type { Need } from '@rhythmdesk/domain/case/transition';
import { countUnlisted } from '@rhythmdesk/ecg/rhythm/summary';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { NoticeBar } from '../../../ui/states/notice-bar.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { ActionDraft } from './action-draft.ts';
import type { OpenOfCase } from './open-points.tsx';

export const countLeftOut = (open: OpenOfCase | undefined): number => countUnlisted(open?.left_out ?? []);

type ActionForm = {
  readonly open: OpenOfCase | undefined;
  readonly draft: ActionDraft;
  readonly missing: readonly Need[];
  readonly change: (part: Pick<ActionDraft, 'left_out_words'>) => void;
};

export function LeftOutWords({ form: { open, draft, missing, change } }: { readonly form: ActionForm }) {
  const { t } = useTranslation('actions');
  const { t: trace } = useTranslation('trace');
  const { t: say } = useTranslation('messages');
  const format = useFormat();
  const count = countLeftOut(open);
  if (open === undefined || count === 0) return null;
  return (
    <>
      <NoticeBar tone="warning" title={t('left-out.title', { count, value: format.number(count) })}>
        {open.left_out.map(({ kind, found, listed }) => (
          <div key={kind}>
            {t('left-out.kind', {
              kind: trace(`rhythm.${kind}`),
              listed: format.number(listed),
              found: format.number(found),
            })}
          </div>
        ))}
        {open.from_reading ? null : <div>{t('left-out.no-report')}</div>}
      </NoticeBar>
      <TextField
        label={t('left-out.words')}
        multiline
        minRows={2}
        maxRows={8}
        inputProps={{ maxLength: 1000 }}
        value={draft.left_out_words}
        onChange={(event) => change({ left_out_words: event.target.value })}
        required
        hint={t('left-out.hint')}
        fault={missing.includes('left-out-words') ? say('alert.required') : undefined}
      />
    </>
  );
}
