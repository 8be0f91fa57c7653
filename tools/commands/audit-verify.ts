/**
 * `npm run audit:verify`: proves every history of the installation that the settings name, also while it runs, and names
 * what was changed, taken away or forged. Exit code 1 where anything was.
 */
import { verifyAudit } from '@rhythmdesk/server/app/verify-audit';
import { readConfig } from '@rhythmdesk/server/platform/config/config';
import { openLog } from '@rhythmdesk/server/platform/log/log';
import type { HistoryFault } from '@rhythmdesk/server/records/cases/verify-history';

const show = (text: string): void => void process.stdout.write(`${text}\n`);

const words: Readonly<Record<HistoryFault['fault'], string>> = {
  changed: 'this row is not what was written',
  missing: 'rows before this one were taken away or put in',
  cut: 'from here on rows were taken away',
  forged: 'this history is not the one that the database accepted',
  report: 'the report is not the file of this row',
  recording: 'the recording is not the file of this row',
};

const started = performance.now();
const config = readConfig({ LOG_LEVEL: 'warn', ...process.env });
const verdict = await verifyAudit(config, openLog(config.LOG_LEVEL));
for (const { case_id, version, fault } of verdict.faults) {
  const place = version === null ? '' : `, version ${String(version)}`;
  show(`case ${String(case_id)}${place}: ${words[fault]}`);
}
const { anchors, anchor_file, broken_anchor } = verdict;
if (anchors === null) show(`No anchors: ${anchor_file} is not there yet; a line is added to it every day.`);
if (broken_anchor !== null) {
  const { after_id, last_id, at } = broken_anchor;
  show(
    `The rows with ids from ${String(after_id + 1)} to ${String(last_id)} are not those of ${at} in ${anchor_file}.`,
  );
}
const isWhole = verdict.faults.length === 0 && broken_anchor === null;
show(
  `${String(verdict.rows)} rows of ${String(verdict.cases)} cases, ${String(anchors ?? 0)} anchors, in ` +
    `${((performance.now() - started) / 1000).toFixed(1)} s: ${isWhole ? 'whole.' : 'NOT whole.'}`,
);
process.exitCode = isWhole ? 0 : 1;
