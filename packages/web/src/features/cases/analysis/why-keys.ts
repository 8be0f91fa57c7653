/** Maps the reasons why a recording could not be analysed to the keys of their texts. */
import type { AnalysisFault } from '@rhythmdesk/contract/analysis';

export const whyKeys = {
  'analysis/signal-gone': 'failed.signal-gone',
  'analysis/sampling-rate': 'failed.sampling-rate',
  'analysis/leads': 'failed.leads',
  'analysis/unreadable': 'failed.unreadable',
  'analysis/no-beats': 'failed.no-beats',
  'analysis/fault': 'failed.fault',
} as const satisfies Record<AnalysisFault, string>;
