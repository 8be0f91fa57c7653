/** Provides the dropped files as the page shows them: each with its hospital, verdict and the waiting case, if any. */
import { useQueries, useQuery } from '@tanstack/react-query';
import type { CaseRow } from '@rhythmdesk/contract/cases';
import type { Institution } from '@rhythmdesk/contract/institutions';
import { missingRequired, type RequiredField } from '@rhythmdesk/domain/case/required';
import type { OutputOf } from '@rhythmdesk/contract/route';
import type { uploadRoutes } from '@rhythmdesk/contract/uploads';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { useSendings } from '../queue/engine.ts';
import { hasEnded } from '../queue/sending.ts';
import { useNow } from '../../../ui/use-now.ts';
import { useBatch, type Batch, type Card } from './batch.ts';
import { orderOf } from './make-order.ts';
import { hnIdOf, verdictOf, type HnState, type FileVerdict } from './verdict.ts';

export type Hospital = Pick<Institution, 'id' | 'name' | 'agree_type' | 'time_zone'>;
export type Prepared = {
  readonly card: Card;
  readonly hospital: Hospital | null;
  readonly verdict: FileVerdict;
  /** The case that waits for this recording. */
  readonly waiting: CaseRow | null;
  /** The conflicting case of a taken HN ID, if this user may see it. */
  readonly taken: TakenBy | null;
  /** No lookup is running that could still change the verdict. */
  readonly settled: boolean;
};
export type TakenBy = NonNullable<OutputOf<(typeof uploadRoutes)['checkHnId']>['taken']>;

export function useHospitals(): { hospitals: readonly Hospital[]; loaded: boolean } {
  const { data } = useQuery({ ...callQuery('facilities', { for_upload: true }), meta: { faults: 'alert' } });
  return { hospitals: data?.items ?? [], loaded: data !== undefined };
}

function hospitalOf(card: Card, batch: Batch, hospitals: readonly Hospital[]): Hospital | null {
  const only = hospitals.length === 1 ? hospitals[0]?.id : undefined;
  const id = card.hospital_id ?? batch.hospital_id ?? only;
  return hospitals.find((each) => each.id === id) ?? null;
}

function useHnStates(cards: readonly { card: Card; hospital: Hospital | null }[]) {
  return useQueries({
    queries: cards.map(({ card, hospital }) => {
      const hn_id = hnIdOf(card);
      return {
        ...callQuery('checkHnId', { hn_id: hn_id ?? '', hospital_id: hospital?.id }),
        enabled: hn_id !== null && hospital !== null,
        staleTime: 5_000,
      };
    }),
  });
}

function useWaitingCases(ids: readonly (number | null)[]) {
  return useQueries({
    queries: ids.map((case_id) => ({
      ...callQuery('cases', { case_id: case_id ?? 1, size: 1 }),
      enabled: case_id !== null,
    })),
  });
}

export function usePrepared(hospitals: readonly Hospital[]): Prepared[] {
  const batch = useBatch();
  const now = useNow();
  const sendings = useSendings(useSessionUser().id);
  const placed = batch.cards.map((card) => ({ card, hospital: hospitalOf(card, batch, hospitals) }));
  const states = useHnStates(placed);
  const cases = useWaitingCases(states.map(({ data }) => (data?.state === 'attaches' ? data.case_id : null)));
  const underWay = new Set(sendings.filter((each) => !hasEnded(each)).map(({ hn_id }) => hn_id));
  return placed.map(({ card, hospital }, at) => {
    const hn_id = hnIdOf(card);
    const before = placed.slice(0, at).some((other) => hn_id !== null && hnIdOf(other.card) === hn_id);
    const hn: HnState = states[at]?.data?.state ?? 'unknown';
    const twice = hn_id !== null && (before || underWay.has(hn_id));
    const ordered = card.conversion && orderOf(card.conversion, hospital?.time_zone ?? null, now);
    const verdict = verdictOf(card, { hn, twice, ordered });
    const waiting = hn === 'attaches' ? (cases[at]?.data?.items[0] ?? null) : null;
    const settled = verdict.kind !== 'checking' && states[at]?.isLoading !== true;
    return { card, hospital, verdict, waiting, taken: states[at]?.data?.taken ?? null, settled };
  });
}

export const isSendable = ({ verdict, hospital }: Prepared): boolean =>
  hospital !== null && (verdict.kind === 'checked' || verdict.kind === 'signal');

/**
 * Returns the display order: refused files first, so that the user need not scroll for them. A drop is sorted once,
 * when all of it is checked: until then nothing moves under the pointer.
 */
export function inReadingOrder(all: readonly Prepared[]): Prepared[] {
  const unsettled = new Set(all.flatMap(({ card, settled }) => (settled ? [] : [card.drop])));
  const placeOf = ({ card, verdict }: Prepared): number =>
    verdict.kind === 'refused' && !unsettled.has(card.drop) ? 0 : 1;
  return [...all].sort((a, b) => placeOf(a) - placeOf(b));
}

/** Whether a request of this recording would succeed; a consent on a screen or phone is given later, on the case page. */
export const isRequestable = (prepared: Prepared, consent: boolean): boolean =>
  missesForRequest(prepared).length === 0 &&
  (prepared.waiting !== null || isAgreed(prepared.hospital, consent));

function isAgreed(hospital: Hospital | null, consent: boolean): boolean {
  const agree_type = hospital?.agree_type ?? 'NONE';
  return agree_type === 'NONE' || (agree_type === 'PAPER' && consent);
}

/** Fields that a request of this recording would still lack; a waiting case already has its patient. */
export const missesForRequest = ({ card: { patient }, waiting }: Prepared): readonly RequiredField[] =>
  waiting === null ? missingRequired({ ...patient, recording_start: 0 }) : [];
