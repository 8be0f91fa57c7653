/** Shows the figures by hospital, center, team, technician or priority, one tab each. */
import type { OutputOf } from '@rhythmdesk/contract/route';
import type { Routes } from '@rhythmdesk/contract/routes';
import type { StatisticRow } from '@rhythmdesk/contract/statistics';
import { statisticGroups, type Outcome, type StatisticGroup } from '@rhythmdesk/domain/statistics/steps';
import { seesTeams } from '@rhythmdesk/domain/people/can';
import { useTranslation } from 'react-i18next';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { PillTabs } from '../../../ui/pill-tabs.tsx';
import { rowSearch, type LinkTo } from '../model/statistics-state.ts';
import { FigureHead, FigureTable } from './figure-table.tsx';
import { Figure } from './figure.tsx';
import { Panel } from './panel.tsx';
import { useMinutes, useShare } from './use-minutes.ts';
import { styled } from '@mui/material/styles';

const Frame = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: 8,
  '& .track': { width: 56, height: 4, borderRadius: 2, backgroundColor: theme.vars.palette.surface.s3 },
  '& .track span': {
    display: 'block',
    height: '100%',
    borderRadius: 2,
    backgroundColor: theme.vars.palette.primary.main,
  },
}));

/** Shows a share as a short bar with its figure. */
function ShareBar({ part, all }: { part: number; all: number }) {
  const share = useShare();
  return (
    <Frame>
      <span className="track" aria-hidden="true">
        <span style={{ width: `${String(all === 0 ? 0 : (100 * part) / all)}%` }} />
      </span>
      {share(part, all)}
    </Frame>
  );
}

type GroupsAnswer = OutputOf<Routes['statisticsGroups']>;

function useRowName(): (row: StatisticRow) => string {
  const { t } = useTranslation('statistics');
  const { t: word } = useTranslation('words');
  return ({ id, name }) => {
    if (id === null) return t('nobody');
    return typeof id === 'number' ? (name ?? '–') : word(`priority.${id}`);
  };
}

const rowKeyOf = ({ id }: StatisticRow): string => String(id);

/** Shows the cases of a row; unassigned cases are in nobody's list. */
function RowFigure({ row, group, count, linkTo, outcome }: RowFigureProps) {
  if (row.id === null) return <>{count}</>;
  const search = {
    ...linkTo.step,
    ...rowSearch(group, row.id),
    ...(outcome === undefined ? {} : { outcome }),
  };
  return <Figure count={count} link={linkTo.link(search)} />;
}
type RowFigureProps = {
  row: StatisticRow;
  group: StatisticGroup;
  count: number;
  outcome?: Outcome;
  linkTo: { link: LinkTo; step: { step: string; step_from: string; step_to: string } };
};

type TableProps = { answer: GroupsAnswer; group: StatisticGroup; linkTo: LinkTo };

function useLines({ answer, linkTo }: Pick<TableProps, 'answer' | 'linkTo'>) {
  const { from, to } = answer.period;
  const step = (name: 'request' | 'complete') => ({
    link: linkTo,
    step: { step: name, step_from: from, step_to: to },
  });
  return { request: step('request'), complete: step('complete') };
}

const heads = ['median', 'p90', 'in_time', 'returned', 'corrected'] as const;

function GroupRow({ row, group, lines }: { row: StatisticRow; group: StatisticGroup; lines: Lines }) {
  const minutes = useMinutes();
  const share = useShare();
  const nameOf = useRowName();
  const name = nameOf(row);
  const { completed, counts } = row;
  const done = { row, group, linkTo: lines.complete };
  return (
    <tr>
      <th scope="row" className="cut" lang={nameLanguage(name)} title={name}>
        {name}
      </th>
      <td>
        <RowFigure row={row} group={group} count={counts.request} linkTo={lines.request} />
      </td>
      <td className="strong">
        <RowFigure {...done} count={completed.count} />
      </td>
      <td>{minutes(completed.median_minutes)}</td>
      <td>{minutes(completed.p90_minutes)}</td>
      <td>
        <ShareBar part={completed.in_time} all={completed.count} />
      </td>
      <td>{share(completed.returned, completed.count)}</td>
      <td>{share(completed.corrected, completed.count)}</td>
    </tr>
  );
}
type Lines = ReturnType<typeof useLines>;

function GroupTable({ answer, group, linkTo }: TableProps) {
  const { t } = useTranslation('statistics');
  const lines = useLines({ answer, linkTo });
  return (
    <FigureTable>
      <FigureHead
        names={[
          t('group.name'),
          t('step.request'),
          t('step.complete'),
          ...heads.map((head) => t(`column.${head}`)),
        ]}
      />
      <tbody>
        {answer.items.map((row) => (
          <GroupRow key={rowKeyOf(row)} row={row} group={group} lines={lines} />
        ))}
      </tbody>
    </FigureTable>
  );
}

type GroupsPanelProps = {
  answer: GroupsAnswer | undefined;
  group: StatisticGroup;
  linkTo: LinkTo;
  onGroup: (group: StatisticGroup) => void;
};

export function GroupsPanel({ answer, group, linkTo, onGroup }: GroupsPanelProps) {
  const { t } = useTranslation('statistics');
  const { user_role } = useSessionUser();
  const shown = statisticGroups.filter((each) => each !== 'team' || seesTeams(user_role));
  const tabs = shown.map((value) => ({ value, label: t(`group.${value}`) }));
  return (
    <Panel
      title={t('groups')}
      tools={<PillTabs label={t('groups')} tabs={tabs} value={group} onChange={onGroup} />}
      table={answer === undefined ? null : <GroupTable answer={answer} group={group} linkTo={linkTo} />}
    />
  );
}

const found = ['analysed', 'af_found', 'critical'] as const;

/** Shows wear time, analysable time and findings, one row per hospital. */
export function RecordingsPanel({ answer, linkTo }: { answer: GroupsAnswer; linkTo: LinkTo }) {
  const { t } = useTranslation('statistics');
  const minutes = useMinutes();
  const share = useShare();
  const { complete } = useLines({ answer, linkTo });
  const clinical = answer.items.some(({ findings }) => findings !== null);
  const columns = ['recorded', 'wear', 'analysable', ...(clinical ? found : [])] as const;
  const done = { group: 'hospital', linkTo: complete } as const;
  const table = (
    <FigureTable>
      <FigureHead names={[t('group.name'), ...columns.map((column) => t(`column.${column}`))]} />
      <tbody>
        {answer.items
          .filter(({ completed }) => completed.count > 0)
          .map((row) => (
            <tr key={rowKeyOf(row)}>
              <th scope="row" className="cut" lang={nameLanguage(row.name ?? '')}>
                {row.name}
              </th>
              <td>
                <RowFigure {...done} row={row} count={row.recorded} outcome="recorded" />
              </td>
              <td>{minutes(row.wear_median_minutes)}</td>
              <td>{share(row.analysable_minutes, row.wear_minutes)}</td>
              {row.findings === null
                ? null
                : found.map((name) => (
                    <td key={name}>
                      <RowFigure {...done} row={row} count={row.findings?.[name] ?? 0} outcome={name} />
                    </td>
                  ))}
            </tr>
          ))}
      </tbody>
    </FigureTable>
  );
  return <Panel title={t('recordings')} table={table} />;
}
