/**
 * Shows the position in the list, `1–100 of 1,284`, with a step to either side. A page behind the last one, such as a
 * last page whose rows are gone, leads to the last one.
 */
import { styled } from '@mui/material/styles';
import { CaretLeftIcon, CaretRightIcon } from '@phosphor-icons/react';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../platform/texts/use-format.ts';
import { textSize } from '../../platform/theme/type-scale.ts';
import { IconButton } from '../icon-button.tsx';
import type { ListPage } from './live-list.ts';

const Frame = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 2,
  whiteSpace: 'nowrap',
  fontSize: textSize.small,
  color: theme.vars.palette.text.secondary,
}));

/** Returns the last page, if the list is on one behind it. */
function lastInstead(page: ListPage<unknown> | null): number | null {
  const isBehind = page !== null && page.items.length === 0 && page.page > 1;
  return isBehind ? Math.max(1, Math.ceil(page.total / page.size)) : null;
}

export type PagerProps = {
  page: ListPage<unknown> | null;
  /** `replace`: the page that is left is no place to go back to. */
  onPage: (page: number, how: 'push' | 'replace') => void;
};

export function Pager({ page, onPage }: PagerProps) {
  const { t } = useTranslation('lists');
  const format = useFormat();
  const last = lastInstead(page);
  const leave = useEffectEvent((to: number) => onPage(to, 'replace'));
  useEffect(() => {
    if (last !== null) leave(last);
  }, [last]);
  if (page === null || page.items.length === 0) return null;
  const from = (page.page - 1) * page.size;
  const to = from + page.items.length;
  const several = page.total > page.size || page.page > 1;
  const totalOf = ({ total, more = false }: ListPage<unknown>) =>
    more ? `${format.number(total)}+` : format.number(total);
  const numbers = { from: format.number(from + 1), to: format.number(to), total: totalOf(page) };
  return (
    <Frame>
      <span role="status">{t('range', numbers)}</span>
      {several ? (
        <>
          <IconButton
            name={t('page.previous')}
            size="small"
            disabled={page.page <= 1}
            onClick={() => onPage(page.page - 1, 'push')}
          >
            <CaretLeftIcon size={14} weight="bold" aria-hidden="true" />
          </IconButton>
          <IconButton
            name={t('page.next')}
            size="small"
            disabled={to >= page.total}
            onClick={() => onPage(page.page + 1, 'push')}
          >
            <CaretRightIcon size={14} weight="bold" aria-hidden="true" />
          </IconButton>
        </>
      ) : null}
    </Frame>
  );
}
