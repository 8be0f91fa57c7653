/** What the engine works with, so that a test can give it a world of its own. */
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

/** Ends on the server what was begun there and is not whole; what it has whole goes on. */
export async function giveUpBegun(line: UploadLine, all: readonly Sending[]): Promise<void> {
  const begun = all.filter(
    (each) => each.upload_url !== null && each.phase !== 'checking' && !hasEnded(each),
  );
  await Promise.all(begun.map((each) => line.giveUp(each).catch(() => undefined)));
}
