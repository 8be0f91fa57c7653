/** Reads an address parameter that may occur any number of times as a list; invalid values give an empty list. */
import { z } from 'zod';

export const many = <Item extends z.ZodType>(item: Item) =>
  z
    .preprocess(
      (value): unknown => (value === undefined ? [] : Array.isArray(value) ? value : [value]),
      z.array(item),
    )
    .catch([]);
