/** Shows the institutions of one page as cards, for phones. */
import type { InstitutionRow } from '@rhythmdesk/contract/institutions';
import { DotsThreeIcon } from '@phosphor-icons/react';
import { useTranslation } from 'react-i18next';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Card, CardButton, Cards } from '../../../ui/list/row-cards.ts';
import { TypeIcon } from '../model/type-icon.tsx';

type CardsProps = {
  rows: readonly InstitutionRow[];
  tinted: ReadonlySet<number>;
  onOpen: (row: InstitutionRow) => void;
  onMenu: (row: InstitutionRow, anchor: HTMLElement) => void;
};

export function InstitutionCards({ rows, tinted, onOpen, onMenu }: CardsProps) {
  const { t } = useTranslation('institutions');
  const format = useFormat();
  return (
    <Cards>
      {rows.map((row) => (
        <Card key={row.id} tinted={tinted.has(row.id)}>
          <span className="line">
            <CardButton type="button" onClick={() => onOpen(row)}>
              <TypeIcon type={row.type} />
              <span lang={nameLanguage(row.name)}>{row.name}</span>
            </CardButton>
            <IconButton
              name={t('menu', { name: row.name })}
              aria-haspopup="menu"
              sx={{ width: 44, height: 44, margin: '-8px -8px -8px 0', zIndex: 1 }}
              onClick={(event) => onMenu(row, event.currentTarget)}
            >
              <DotsThreeIcon size={20} weight="bold" aria-hidden="true" />
            </IconButton>
          </span>
          <span className="line quiet">
            <span>{[t(`type.${row.type}`), row.region].filter((part) => part !== '').join(' · ')}</span>
            <span className="mono">{row.register_code}</span>
          </span>
          <span className="line quiet">
            <span>{t('preview.people.count', { count: row.user_count })}</span>
            {row.month_cases === null ? null : (
              <span>
                {t('column.month_cases')} {format.number(row.month_cases)}
              </span>
            )}
          </span>
        </Card>
      ))}
    </Cards>
  );
}
