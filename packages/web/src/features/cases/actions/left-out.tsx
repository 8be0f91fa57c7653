/**
 * Shows which findings the reading does not list, and asks the chief for the statement that the report prints about
 * them.
 */
import type { CaseAction } from '@rhythmdesk/domain/case/lifecycle';
import type { OutputOf } from '@rhythmdesk/contract/route';
import type { reportRoutes } from '@rhythmdesk/contract/reports';
import type { Need } from '@rhythmdesk/domain/case/transition';
import { countUnlisted } from '@rhythmdesk/ecg/rhythm/summary';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { NoticeBar } from '../../../ui/states/notice-bar.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { type ActionDraft, needsOf } from './action-draft.ts';

type LeftOut = OutputOf<typeof reportRoutes.leftOut>;

/** Undefined if the action does not require it, and until the server has answered. */
export function useLeftOut(action: CaseAction, case_id: number): LeftOut | undefined {
  const enabled = needsOf(action).includes('left-out-words');
  return useQuery({ ...callQuery('leftOut', { case_id }), staleTime: 0, enabled }).data;
}

export const countLeftOut = (leftOut: LeftOut | undefined): number => countUnlisted(leftOut?.left_out ?? []);

type ActionForm = {
  readonly leftOut: LeftOut | undefined;
  readonly draft: ActionDraft;
  readonly missing: readonly Need[];
  readonly change: (part: Pick<ActionDraft, 'left_out_words'>) => void;
};

export function LeftOutWords({ form: { leftOut, draft, missing, change } }: { readonly form: ActionForm }) {
  const { t } = useTranslation('actions');
  const { t: trace } = useTranslation('trace');
  const { t: say } = useTranslation('messages');
  const format = useFormat();
  const count = countLeftOut(leftOut);
  if (leftOut === undefined || count === 0) return null;
  return (
    <>
      <NoticeBar tone="warning" title={t('left-out.title', { count, value: format.number(count) })}>
        {leftOut.left_out.map(({ kind, found, listed }) => (
          <div key={kind}>
            {t('left-out.kind', {
              kind: trace(`rhythm.${kind}`),
              listed: format.number(listed),
              found: format.number(found),
            })}
          </div>
        ))}
        {leftOut.from_reading ? null : <div>{t('left-out.no-report')}</div>}
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
