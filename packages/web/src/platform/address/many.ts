/** A name that an address may hold once, often or not at all, as a list; what cannot be read leaves it empty. */
import { z } from 'zod';

export const many = <Item extends z.ZodType>(item: Item) =>
  z
    .preprocess(
      (value): unknown => (value === undefined ? [] : Array.isArray(value) ? value : [value]),
      z.array(item),
    )
    .catch([]);
