/**
 * Shows the list on a phone: views that scroll sideways, search and filters in a sheet, cards, and the primary action
 * at the bottom.
 */
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import type { CaseRow } from '@rhythmdesk/contract/cases';
import { FunnelSimpleIcon, SortAscendingIcon, SortDescendingIcon } from '@phosphor-icons/react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { Tag } from '../../../ui/tag.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { columnIds, type CaseColumnId, columnFacts, isColumnId } from '../model/column-table.ts';
import { FilterChips } from './filter-chips.tsx';
import { ViewTabs } from './list-bars.tsx';
import { ListBody } from './list-body.tsx';
import { filterCount, caseListPeriodOf, sortInView, usesPeriod, viewChange } from '../model/list-state.ts';
import { Pager } from '../../../ui/list/pager.tsx';
import { PeriodChip } from '../../../ui/list/period-chip.tsx';
import { SearchField } from '../../../ui/list/search-field.tsx';
import type { ListPageModel } from './use-list-page.ts';

const Frame = styled('div')({ display: 'flex', flexDirection: 'column', height: '100%' });
/** Ends above the foot, so that the foot covers no card. */
const Scroller = styled('div')({ flex: 1, minHeight: 0, overflowY: 'auto' });
const CardColumn = styled('div')({ display: 'flex', flexDirection: 'column', minHeight: '100%' });
const Views = styled('div')({ padding: '0 12px 8px' });
const Foot = styled('div')(({ theme }) => ({
  flex: 'none',
  padding: '10px 16px calc(10px + env(safe-area-inset-bottom))',
  borderTop: `1px solid ${theme.vars.palette.line.main}`,
  backgroundColor: theme.vars.palette.surface.s1,
  '& > .MuiButton-root': { width: '100%', height: 46, fontSize: textSize.section },
  '& kbd': { display: 'none' },
  '&:empty': { display: 'none' },
}));
const Sheet = styled('div')({ display: 'flex', flexDirection: 'column', gap: 16, padding: 16 });
const Chips = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8, '& > *': { minHeight: 44 } });
const Middle = styled('div')({ display: 'flex', justifyContent: 'center', padding: '4px 0 12px' });

function SortButton({ model }: { model: ListPageModel }) {
  const { t } = useTranslation('case-list');
  const { t: lists } = useTranslation('lists');
  const { state, query, onState, kind, sortable } = model;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const down = query.sort.startsWith('-');
  const key = query.sort.replace(/^-/, '').replace('edit_started_at', 'report_due_date');
  const choose = (id: CaseColumnId) => {
    setAnchor(null);
    const sort = columnFacts(id).sort ?? kind.sort;
    const turned = id === key && !down ? `-${sort}` : sort;
    onState({ sort: sortInView(state.view, turned), page: undefined });
  };
  const ArrowIcon = down ? SortDescendingIcon : SortAscendingIcon;
  return (
    <>
      <Button
        variant="text"
        sx={{ height: 44, flex: 'none' }}
        aria-haspopup="menu"
        startIcon={<ArrowIcon size={18} aria-hidden="true" />}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {isColumnId(key) ? t(`column.${key}`) : lists('sort')}
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {columnIds.filter(sortable).map((id) => (
          <MenuItem key={id} selected={id === key} onClick={() => choose(id)}>
            {t(`column.${id}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

function FilterSheet({ model }: { model: ListPageModel }) {
  const { t } = useTranslation('case-list');
  const { t: frame } = useTranslation('dialogs');
  const { state, onState, kind, today, institution } = model;
  const [open, setOpen] = useState(false);
  const count = filterCount(state);
  return (
    <>
      <Button
        sx={{ height: 44, flex: 'none' }}
        aria-haspopup="dialog"
        startIcon={<FunnelSimpleIcon size={18} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {t('filters')}
        {count > 0 ? <Tag tone="primary">{count}</Tag> : null}
      </Button>
      <Drawer
        anchor="bottom"
        open={open}
        onClose={() => setOpen(false)}
        slotProps={{ paper: { 'aria-label': t('filters'), role: 'dialog' } }}
      >
        <Sheet>
          <SearchField
            wide
            label={t('search')}
            value={state.q}
            onChange={(q) => onState({ q: q === '' ? undefined : q, page: undefined })}
          />
          <Chips>
            {usesPeriod(state) ? (
              <PeriodChip
                name={t('period')}
                key={`${state.from_time ?? ''} ${state.to_time ?? ''}`}
                period={caseListPeriodOf(state, today)}
                today={today}
                onChange={({ from, to }) => onState({ from_time: from, to_time: to, page: undefined })}
              />
            ) : null}
            <FilterChips state={state} kind={kind} oneInstitution={institution !== null} onChange={onState} />
          </Chips>
          <Button variant="contained" color="primary" sx={{ height: 46 }} onClick={() => setOpen(false)}>
            {frame('close')}
          </Button>
        </Sheet>
      </Drawer>
    </>
  );
}

export type NarrowListProps = {
  model: ListPageModel;
  title: string;
  head: ReactNode;
  primary: ReactNode;
  onMenu: (row: CaseRow, anchor: HTMLElement) => void;
};

export function NarrowList({ model, title, head, primary, onMenu }: NarrowListProps) {
  const { kind, state, counts, onState, list } = model;
  return (
    <Frame>
      <Scroller data-scroll-restoration-id="cards">
        <CardColumn>
          {head}
          <PageHeader
            title={title}
            actions={
              <>
                <SortButton model={model} />
                <FilterSheet model={model} />
              </>
            }
          />
          <Views>
            <ViewTabs
              kind={kind}
              view={state.view}
              counts={counts}
              onView={(next) => onState(viewChange(next), 'push')}
            />
          </Views>
          <ListBody model={model} narrow gridRef={null} onMenu={onMenu} />
          <Middle>
            <Pager page={list.page} onPage={(page) => onState({ page: page === 1 ? undefined : page })} />
          </Middle>
        </CardColumn>
      </Scroller>
      <Foot>{primary}</Foot>
    </Frame>
  );
}
