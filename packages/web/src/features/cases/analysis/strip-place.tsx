/** Where the strip of a case's recording stands: the findings of the same page send it somewhere. */
import { createContext, type ReactNode, use, useState } from 'react';
import type { RecordingHandle } from '../../../trace/panels/recording-view.tsx';

type StripPlace = {
  /** Keeps the recording that is on the page until the answer is called. */
  readonly keep: (view: RecordingHandle) => () => void;
  /** Brings a sample into the strip, where a recording is on the page. */
  readonly show: (sample: number) => void;
};

function makeStripPlace(): StripPlace {
  let kept: RecordingHandle | null = null;
  return {
    keep(view) {
      kept = view;
      return () => {
        if (kept === view) kept = null;
      };
    },
    show: (sample) => kept?.goTo(sample),
  };
}

const Place = createContext<StripPlace | null>(null);

export function StripPlaceProvider({ children }: { children: ReactNode }) {
  const [place] = useState(makeStripPlace);
  return <Place value={place}>{children}</Place>;
}

export function useStripPlace(): StripPlace {
  const place = use(Place);
  if (place === null) throw new Error('no strip place around this');
  return place;
}
