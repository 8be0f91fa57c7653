/** Evaluates learned trees for four rows side by side. */
import { treeRowsAt, treeSumsAt } from './memory';

/** Returns which of the four rows take the right branch at a node. */
@inline
function right(tree: usize, node: usize): v128 {
  const at = tree + (node << 3);
  return f32x4.gt(v128.load(treeRowsAt + <usize>load<u32>(at)), v128.load32_splat(at, 4));
}

/** Returns the left leaf of a pair, or the right one for rows that take the right branch at `node`. */
@inline
function leafAt(tree: usize, node: usize, leaves: usize): v128 {
  return v128.bitselect(v128.load32_splat(leaves, 4), v128.load32_splat(leaves), right(tree, node));
}

@inline
function leafOfTwo(tree: usize, node: usize, below: usize, leaves: usize): v128 {
  return v128.bitselect(leafAt(tree, below + 1, leaves + 8), leafAt(tree, below, leaves), right(tree, node));
}

@inline
function keepSums(low: v128, high: v128): void {
  v128.store(treeSumsAt, low);
  v128.store(treeSumsAt, high, 16);
}

/** Adds up trees of depth two from `at` to `end`: three nodes and four leaves each. */
export function treesOfTwo(at: usize, end: usize, bias: f64): void {
  let low = f64x2.splat(bias);
  let high = low;
  for (; at < end; at += 40) {
    const leaf = leafOfTwo(at, 0, 1, at + 24);
    low = f64x2.add(low, f64x2.promote_low_f32x4(leaf));
    high = f64x2.add(high, f64x2.promote_low_f32x4(v128.shuffle<f32>(leaf, leaf, 2, 3, 2, 3)));
  }
  keepSums(low, high);
}

/** Adds up trees of depth three from `at` to `end`: seven nodes and eight leaves each. */
export function treesOfThree(at: usize, end: usize, bias: f64): void {
  let low = f64x2.splat(bias);
  let high = low;
  for (; at < end; at += 88) {
    const leaf = v128.bitselect(leafOfTwo(at, 2, 5, at + 72), leafOfTwo(at, 1, 3, at + 56), right(at, 0));
    low = f64x2.add(low, f64x2.promote_low_f32x4(leaf));
    high = f64x2.add(high, f64x2.promote_low_f32x4(v128.shuffle<f32>(leaf, leaf, 2, 3, 2, 3)));
  }
  keepSums(low, high);
}

@inline
function leafOfFour(tree: usize, node: usize, below: usize, under: usize, leaves: usize): v128 {
  return v128.bitselect(
    leafOfTwo(tree, below + 1, under + 2, leaves + 16),
    leafOfTwo(tree, below, under, leaves),
    right(tree, node),
  );
}

/** Adds up trees of depth four from `at` to `end`: fifteen nodes and sixteen leaves each. */
export function treesOfFour(at: usize, end: usize, bias: f64): void {
  let low = f64x2.splat(bias);
  let high = low;
  for (; at < end; at += 184) {
    const leaf = v128.bitselect(
      leafOfFour(at, 2, 5, 11, at + 152),
      leafOfFour(at, 1, 3, 7, at + 120),
      right(at, 0),
    );
    low = f64x2.add(low, f64x2.promote_low_f32x4(leaf));
    high = f64x2.add(high, f64x2.promote_low_f32x4(v128.shuffle<f32>(leaf, leaf, 2, 3, 2, 3)));
  }
  keepSums(low, high);
}

/**
 * Returns the share of the right branch at a node: it rises from 0 to 1 around the threshold. `pmax` and `pmin` are one
 * instruction each; `max` and `min` are many, and differ only in the order of 0 and −0, which the sum cannot give.
 */
@inline
function share(tree: usize, node: usize): v128 {
  const at = tree + (node << 3);
  const beyond = f32x4.sub(v128.load(treeRowsAt + <usize>load<u32>(at)), v128.load32_splat(at, 4));
  const risen = f32x4.pmax(f32x4.add(beyond, f32x4.splat(0.5)), f32x4.splat(0));
  return f32x4.pmin(risen, f32x4.splat(1));
}

@inline
function mixed(left: v128, right: v128, part: v128): v128 {
  return f32x4.add(left, f32x4.mul(part, f32x4.sub(right, left)));
}

@inline
function softPair(tree: usize, node: usize, leaves: usize): v128 {
  return mixed(v128.load32_splat(leaves), v128.load32_splat(leaves, 4), share(tree, node));
}

/** Adds up soft trees of depth three from `at` to `end`. */
export function softTreesOfThree(at: usize, end: usize, bias: f64): void {
  let low = f64x2.splat(bias);
  let high = low;
  for (; at < end; at += 88) {
    const left = mixed(softPair(at, 3, at + 56), softPair(at, 4, at + 64), share(at, 1));
    const right = mixed(softPair(at, 5, at + 72), softPair(at, 6, at + 80), share(at, 2));
    const leaf = mixed(left, right, share(at, 0));
    low = f64x2.add(low, f64x2.promote_low_f32x4(leaf));
    high = f64x2.add(high, f64x2.promote_low_f32x4(v128.shuffle<f32>(leaf, leaf, 2, 3, 2, 3)));
  }
  keepSums(low, high);
}
