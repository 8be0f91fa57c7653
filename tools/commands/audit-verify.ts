/**
 * `npm run audit:verify`: verifies every history and the audit log of the installation in the settings, also while the
 * server runs. It names every row that was changed, removed or forged; its exit code is 1 if it found any.
 */
import { verifyAudit, type AnchorVerdict } from '@rhythmdesk/server/app/verify-audit';
import { readConfig } from '@rhythmdesk/server/platform/config/config';
import { openLog } from '@rhythmdesk/server/platform/log/log';
import type { AuditFault } from '@rhythmdesk/server/records/audit/verify-audit-log';
import type { HistoryFault } from '@rhythmdesk/server/records/cases/verify-history';
import { forOperator } from '../processes/for-operator.ts';

const show = (text: string): void => void process.stdout.write(`${text}\n`);

const words: Readonly<Record<HistoryFault['fault'] | AuditFault['fault'], string>> = {
  changed: 'this row was altered',
  missing: 'rows before this one were removed or inserted',
  cut: 'rows were removed from here on',
  forged: 'this history was never accepted by the database',
  report: 'the report differs from its row',
  recording: 'the recording differs from its row',
};

function showAnchors({ file, anchors, broken }: AnchorVerdict): void {
  if (anchors === null) show(`No anchors: ${file} does not exist yet; a line is added to it every day.`);
  if (broken === null) return;
  const { after_id, last_id, at } = broken;
  show(
    `The rows with ids from ${String(after_id + 1)} to ${String(last_id)} differ from the anchor of ${at} in ${file}.`,
  );
}

async function run(): Promise<number> {
  const started = performance.now();
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env });
  const { history, audit } = await verifyAudit(config, openLog(config.LOG_LEVEL));
  for (const { case_id, version, fault } of history.faults) {
    const place = version === null ? '' : `, version ${String(version)}`;
    show(`case ${String(case_id)}${place}: ${words[fault]}`);
  }
  for (const { chain, position, audit_id, fault } of audit.faults) {
    const row = audit_id === null ? '' : `row ${String(audit_id)}, `;
    show(`audit log, ${row}chain ${String(chain)}, position ${String(position)}: ${words[fault]}`);
  }
  for (const { anchoring } of [history, audit]) showAnchors(anchoring);
  const isWhole = [history, audit].every(
    ({ faults, anchoring }) => faults.length === 0 && anchoring.broken === null,
  );
  show(
    `${String(history.rows)} rows of ${String(history.cases)} cases, ${String(audit.rows)} rows of the audit log, ` +
      `${String((history.anchoring.anchors ?? 0) + (audit.anchoring.anchors ?? 0))} anchors, in ` +
      `${((performance.now() - started) / 1000).toFixed(1)} s: ${isWhole ? 'intact.' : 'NOT intact.'}`,
  );
  return isWhole ? 0 : 1;
}

process.exitCode = await forOperator(run, 'npm run audit:verify\n');
