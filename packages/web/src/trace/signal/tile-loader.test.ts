import type { TileAddress } from '@rhythmdesk/contract/recordings';
import { joinPieces } from '@rhythmdesk/ecg/packing/join-pieces';
import { packBlock, unpackBlock } from '@rhythmdesk/ecg/packing/packed-block';
import { encodeTile } from '@rhythmdesk/ecg/pyramid/tile';
import { expect, test } from 'vitest';
import { tileLoader } from './tile-loader.ts';
import type { TraceTile } from './trace-tile.ts';

const samples = Int16Array.from({ length: 900 }, (_, i) => Math.round(400 * Math.sin(i / 9)));
const buckets = { min: Int16Array.of(-3), max: Int16Array.of(9), gap: Uint8Array.of(1) };
const tiles = [
  { lead: 0, level: 0, index: 3 },
  { lead: 0, level: 1, index: 0 },
  { lead: 1, level: 0, index: 3 },
];
const pieces = [packBlock(samples), encodeTile(buckets, 1), packBlock(samples.map((value) => -value))];

/** Unpacks without a worker, after a while as a worker does. */
async function unpack(bytes: Uint8Array): Promise<Int16Array> {
  await Promise.resolve();
  const found = unpackBlock(bytes);
  if (!found.ok) throw new Error(found.fault);
  return new Int16Array(found.samples);
}

function load(bytes: Uint8Array<ArrayBuffer>) {
  const arrived: [TileAddress, TraceTile][] = [];
  const fetched = () => Promise.resolve(new Blob([bytes]).stream());
  const ended = tileLoader(fetched, unpack)(tiles, new AbortController().signal, (address, tile) =>
    arrived.push([address, tile]),
  );
  return { arrived, ended };
}

test('packed raw tiles and tiles above arrive with their content', async () => {
  const { arrived, ended } = load(joinPieces(pieces));
  await ended;
  expect(arrived).toHaveLength(3);
  expect(arrived).toContainEqual([tiles[0], { kind: 'samples', samples }]);
  expect(arrived).toContainEqual([tiles[1], { kind: 'buckets', ...buckets }]);
  expect(arrived).toContainEqual([tiles[2], { kind: 'samples', samples: samples.map((value) => -value) }]);
});

test('a damaged tile fails the request, and the others arrive', async () => {
  const damaged = pieces.map((piece) => piece.slice());
  damaged[0]?.set([7], 40);
  const { arrived, ended } = load(joinPieces(damaged));
  await expect(ended).rejects.toThrow('checksum');
  expect(arrived.map(([tile]) => tile)).toEqual([tiles[1], tiles[2]]);
});

test('an answer that breaks off fails the request after the tiles that arrived', async () => {
  const { arrived, ended } = load(joinPieces(pieces).slice(0, -1));
  await expect(ended).rejects.toThrow(RangeError);
  expect(arrived).toHaveLength(2);
});
