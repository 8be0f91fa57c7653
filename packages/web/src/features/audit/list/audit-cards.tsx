/** Shows the audit log as cards, for phones. */
import type { AuditRow } from '@rhythmdesk/contract/audit';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { Card, CardButton, Cards } from '../../../ui/list/row-cards.ts';
import { Time } from './audit-cells.tsx';
import { ActCell, useObjectWord, useWhoWord } from './audit-words.tsx';

type CardsProps = { rows: readonly AuditRow[]; onOpen: (row: AuditRow) => void };

export function AuditCards({ rows, onOpen }: CardsProps) {
  const whoOf = useWhoWord();
  const objectOf = useObjectWord();
  return (
    <Cards>
      {rows.map((row) => (
        <Card key={row.audit_id} tinted={false}>
          <span className="line">
            <CardButton type="button" onClick={() => onOpen(row)}>
              <span lang={nameLanguage(whoOf(row))}>{whoOf(row)}</span>
            </CardButton>
            <span className="quiet">
              <Time at={row.at} />
            </span>
          </span>
          <ActCell row={row} />
          <span className="line quiet">
            <span>{objectOf(row)}</span>
            <span className="mono">{row.case?.hn_id}</span>
          </span>
          {row.reason === '' ? null : <span className="quiet">{row.reason}</span>}
        </Card>
      ))}
    </Cards>
  );
}
