/** Lets the findings beside a recording send its strip somewhere: the view of a case, while it is on the page. */
import type { RecordingHandle } from '../../../trace/panels/recording-view.tsx';

const views = new Map<number, RecordingHandle>();

/** Keeps the handle until the answer is called. */
export function keepView(case_id: number, view: RecordingHandle): () => void {
  views.set(case_id, view);
  return () => {
    if (views.get(case_id) === view) views.delete(case_id);
  };
}

export function showSample(case_id: number, sample: number): void {
  views.get(case_id)?.goTo(sample);
}
