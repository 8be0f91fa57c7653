/** Describes the dependencies of the engine, so that a test can replace them. */
import { hasEnded, type Sending } from './sending.ts';
import type { SendingStore } from './sending-store.ts';
import type { TabClaim } from './tab-claim.ts';
import type { UploadLine } from './upload-line.ts';

export type EngineDependencies = {
  readonly store: SendingStore;
  readonly line: UploadLine;
  readonly claim: TabClaim;
  readonly nowMs: () => number;
  readonly makeId: () => string;
};

/** Cancels incomplete uploads on the server; complete ones continue. */
export async function giveUpBegun(line: UploadLine, all: readonly Sending[]): Promise<void> {
  const begun = all.filter(
    (each) => each.upload_url !== null && each.phase !== 'checking' && !hasEnded(each),
  );
  await Promise.all(begun.map((each) => line.giveUp(each).catch(() => undefined)));
}
