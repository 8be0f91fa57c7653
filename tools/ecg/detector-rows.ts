/**
 * Collects the training rows of beat detection: the candidates of each training lead as rows of features, and which are
 * beats.
 */
import { firstStageNames } from '@rhythmdesk/ecg/beats/candidate-features';
import { createLeadDetector } from '@rhythmdesk/ecg/beats/lead-detector';
import type { DetectorModels } from '@rhythmdesk/ecg/beats/lead-detector';
import { secondStageNames } from '@rhythmdesk/ecg/beats/uncertain-features';
import type { TrainingRows } from './boost.ts';
import type { TrainingLead } from './detector-leads.ts';

export interface DetectorRows extends TrainingRows {
  /** Index of the training lead of each row, and its half-rate time. */
  readonly lead: Uint16Array;
  readonly at: Float64Array;
}

/**
 * Returns which candidate belongs to each reference beat: the highest within 150 ms; heights beyond 90 ms count a
 * quarter.
 */
function labelCandidates(lead: TrainingLead, at: readonly number[], heights: readonly number[]): Uint8Array {
  const labels = new Uint8Array(at.length);
  let from = 0;
  for (const beat of lead.beats) {
    while (from < at.length && (at[from] ?? 0) < beat - 19) from++;
    let best = -1;
    let score = -1;
    for (let k = from; k < at.length && (at[k] ?? 0) <= beat + 18; k++) {
      const far = Math.abs((at[k] ?? 0) - beat);
      const value = (heights[k] ?? 0) * (far < 11 ? 1 : 0.25);
      if (value > score) {
        score = value;
        best = k;
      }
    }
    if (best >= 0) labels[best] = 1;
  }
  return labels;
}

const inside = (lead: TrainingLead, h: number): boolean => lead.excluded.some(([a, b]) => h >= a && h <= b);

/** Runs one lead through the detector; returns every candidate, and the rows of one stage. */
function judgedBy(lead: TrainingLead, stage: 1 | 2, models: DetectorModels) {
  const own: { h: number; row: Float32Array }[] = [];
  const all: number[] = [];
  const heights: number[] = [];
  const detector = createLeadDetector(models, {
    beat: () => undefined,
    judged: (h, _, height) => {
      all.push(h);
      heights.push(height);
    },
    row: (which, h, row) => {
      if (which === stage) own.push({ h, row: row.slice() });
    },
  });
  for (let i = 0; i < lead.work.length; i += 2048)
    detector.append(lead.work, i, Math.min(2048, lead.work.length - i));
  detector.finish();
  return { own, all, heights };
}

/** Runs the detector with the given models and collects the rows of one stage. */
export function collectRows(
  leads: readonly TrainingLead[],
  stage: 1 | 2,
  modelsOf: (lead: TrainingLead) => DetectorModels,
): DetectorRows {
  const rows: Float32Array[] = [];
  const labels: number[] = [];
  const weights: number[] = [];
  const groups: number[] = [];
  const leadIndex: number[] = [];
  const times: number[] = [];
  leads.forEach((lead, index) => {
    const { own, all, heights } = judgedBy(lead, stage, modelsOf(lead));
    const label = new Map(all.map((h, i) => [h, i]));
    const truth = labelCandidates(lead, all, heights);
    for (const { h, row } of own) {
      rows.push(row);
      labels.push(truth[label.get(h) ?? -1] ?? 0);
      weights.push(inside(lead, h) ? 0 : lead.weight);
      groups.push(lead.group);
      leadIndex.push(index);
      times.push(h);
    }
  });
  const width = stage === 1 ? firstStageNames.length : secondStageNames.length;
  const flat = new Float32Array(rows.length * width);
  rows.forEach((row, i) => flat.set(row.subarray(0, width), i * width));
  return {
    rows: flat,
    width,
    labels: Uint8Array.from(labels),
    weights: Float32Array.from(weights),
    groups: Uint16Array.from(groups),
    lead: Uint16Array.from(leadIndex),
    at: Float64Array.from(times),
  };
}
