/** Lists the programs that run on the installation, with the difference of their clocks from the database's. */
import { styled } from '@mui/material/styles';
import type { OperationNode } from '@rhythmdesk/contract/operations';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../platform/texts/use-format.ts';
import { textSize } from '../../platform/theme/type-scale.ts';
import { ListTable } from '../../ui/list/list-table.ts';
import { Tag } from '../../ui/tag.tsx';
import { useNow } from '../../ui/use-now.ts';
import { scrollEdges, watchEdges } from '../../ui/list/scroll-edges.ts';

const Scroll = styled('div')(({ theme }) => ({
  ...scrollEdges,
  border: `1px solid ${theme.vars.palette.line.main}`,
  borderRadius: 8,
  backgroundColor: theme.vars.palette.background.paper,
  '& h2': { margin: 0, padding: '12px 16px 8px', fontSize: textSize.body, fontWeight: 600 },
  '& p': { margin: 0, padding: '0 16px 14px' },
  // Scrolls instead of breaking a time into three lines.
  '& th, & td': { whiteSpace: 'nowrap' },
}));

/** With a greater difference something is wrong with the time service, though nothing is refused yet. */
const steadyClockMs = 2_000;

function Clock({ ahead_ms }: { readonly ahead_ms: number }) {
  const { t } = useTranslation('operations');
  const format = useFormat();
  if (Math.abs(ahead_ms) <= steadyClockMs) return t('clock', { ms: format.number(ahead_ms) });
  return <Tag tone="error">{t('clock-wrong', { seconds: format.number(Math.round(ahead_ms / 1000)) })}</Tag>;
}

function NodeRow({ node, nowMs }: { readonly node: OperationNode; readonly nowMs: number }) {
  const { t } = useTranslation('operations');
  const format = useFormat();
  return (
    <tr>
      <td className="strong">{t(`program.${node.program}`)}</td>
      <td>
        {node.host} ({String(node.pid)})
      </td>
      <td>
        {node.version}, Node {node.runtime.replace('v', '')}
      </td>
      <td>{format.moment(node.started_at, nowMs)}</td>
      <td>{node.silent ? <Tag tone="error">{t('silent')}</Tag> : format.relative(node.seen_at, nowMs)}</td>
      <td className="number">
        <Clock ahead_ms={node.clock_ahead_ms} />
      </td>
      <td className="number">{format.bytes(node.memory_bytes)}</td>
      <td className="number">{format.bytes(node.disk_free_bytes)}</td>
    </tr>
  );
}

export function NodesTable({ nodes }: { readonly nodes: readonly OperationNode[] }) {
  const { t } = useTranslation('operations');
  const nowMs = useNow();
  return (
    <Scroll ref={watchEdges} tabIndex={0} role="region" aria-label={t('nodes')}>
      <h2>{t('nodes')}</h2>
      {nodes.length === 0 ? (
        <p>{t('no-nodes')}</p>
      ) : (
        <ListTable>
          <thead>
            <tr>
              <th scope="col">{t('column.program')}</th>
              <th scope="col">{t('column.host')}</th>
              <th scope="col">{t('column.version')}</th>
              <th scope="col">{t('column.started')}</th>
              <th scope="col">{t('column.seen')}</th>
              <th scope="col" className="number">
                {t('column.clock')}
              </th>
              <th scope="col" className="number">
                {t('column.memory')}
              </th>
              <th scope="col" className="number">
                {t('column.disk')}
              </th>
            </tr>
          </thead>
          <tbody>
            {nodes.map((node) => (
              <NodeRow
                key={`${node.host} ${String(node.pid)} ${node.started_at}`}
                node={node}
                nowMs={nowMs}
              />
            ))}
          </tbody>
        </ListTable>
      )}
    </Scroll>
  );
}
