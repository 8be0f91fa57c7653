/** Lists the price policies: each with its current, former and future prices, and the institutions that have it. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import type { ChargingUnitView } from '@rhythmdesk/contract/prices';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { PlusIcon } from '@phosphor-icons/react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { PolicyForm } from './policy-form.tsx';
import { PriceTable, type PriceVersion } from './price-table.tsx';

const Card = styled('section')(({ theme }) => ({
  marginBottom: 12,
  padding: '12px 16px',
  borderRadius: 10,
  border: `1px solid ${theme.vars.palette.line.main}`,
  '& > header': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8, marginBottom: 6 },
  '& h3': { margin: 0, fontSize: textSize.section, lineHeight: '22px', fontWeight: 600 },
  '& .space': { flex: 1 },
  '& .quiet': { fontSize: textSize.small, color: theme.vars.palette.text.secondary },
}));
const Versions = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 12,
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'repeat(2, 1fr)', columnGap: 28 },
  '& .head': { display: 'flex', alignItems: 'center', gap: 8, minHeight: 24, fontWeight: 500 },
}));

type Acts = { onFollow: (unit: ChargingUnitView) => void };

function VersionBlock({
  unit,
  version,
  today,
}: {
  unit: ChargingUnitView;
  version: PriceVersion;
  today: string;
}) {
  const { t } = useTranslation('prices');
  const format = useFormat();
  const { valid_from, in_force } = version;
  const isLater = valid_from > today;
  return (
    <div>
      <div className="head">
        {t('from', { date: format.calendarDate(valid_from) })}
        <Tag tone={in_force ? 'success' : 'neutral'}>
          {t(in_force ? 'in-force' : isLater ? 'later' : 'ended')}
        </Tag>
      </div>
      <PriceTable version={version} currency={unit.currency} />
    </div>
  );
}

function PolicyCard({ unit, today, onFollow }: Acts & { unit: ChargingUnitView; today: string }) {
  const { t } = useTranslation('prices');
  return (
    <Card>
      <header>
        <h3 lang={nameLanguage(unit.name)}>{unit.name}</h3>
        <span className="quiet">
          {unit.currency} · {t('used', { count: unit.institution_count })}
        </span>
        <span className="space" />
        {unit.editable ? (
          <Button size="small" onClick={() => onFollow(unit)}>
            {t('successor')}
          </Button>
        ) : null}
      </header>
      <Versions>
        {unit.versions.toReversed().map((version) => (
          <VersionBlock key={version.valid_from} unit={unit} version={version} today={today} />
        ))}
      </Versions>
    </Card>
  );
}

type Open = { readonly unit: ChargingUnitView | null } | null;

function PolicyList({
  open,
  onOpen,
  onSaved,
}: {
  open: Open;
  onOpen: (open: Open) => void;
  onSaved: () => void;
}) {
  const { t } = useTranslation('prices');
  const { data, error, refetch } = useQuery(callQuery('chargingUnits', {}));
  if (data === undefined)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton height={280} />;
  if (open !== null)
    return (
      <PolicyForm
        unit={open.unit}
        today={data.today}
        onClose={() => onOpen(null)}
        onSaved={() => {
          onOpen(null);
          onSaved();
        }}
      />
    );
  if (data.items.length === 0) return <EmptyState title={t('policies')} body={t('policies.none')} />;
  return data.items.map((unit) => (
    <PolicyCard
      key={unit.id}
      unit={unit}
      today={data.today}
      onFollow={(followed) => onOpen({ unit: followed })}
    />
  ));
}

export function PoliciesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('prices');
  const id = useId();
  const cache = useQueryClient();
  const [open, setOpen] = useState<Open>(null);
  const renew = () => void cache.invalidateQueries({ queryKey: ['chargingUnits'] });
  return (
    <Dialog
      open
      onClose={open === null ? onClose : undefined}
      aria-labelledby={id}
      fullWidth
      slotProps={{ paper: { style: { maxWidth: 700 } } }}
    >
      <DialogTitle id={id}>{t(open?.unit === null ? 'policies.new' : 'policies')}</DialogTitle>
      <DialogContent tabIndex={0}>
        <PolicyList open={open} onOpen={setOpen} onSaved={renew} />
      </DialogContent>
      {open === null ? (
        <DialogActions>
          <Button
            size="large"
            startIcon={<PlusIcon size={16} aria-hidden="true" />}
            onClick={() => setOpen({ unit: null })}
          >
            {t('policies.new')}
          </Button>
          <Button size="large" onClick={onClose}>
            {t('close')}
          </Button>
        </DialogActions>
      ) : null}
    </Dialog>
  );
}
