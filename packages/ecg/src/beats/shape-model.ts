import type { ShapeNetwork } from './shape-network.ts';

export const shapeModel: ShapeNetwork = [];
