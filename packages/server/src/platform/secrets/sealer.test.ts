import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sealerFrom } from './sealer.ts';

const sealer = sealerFrom(Buffer.alloc(32, 1));

test('encrypted data opens only in its context, and only completely', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 80 }),
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      (plain, at, turn) => {
        const sealed = sealer.seal('user 7', plain);
        expect(sealer.open('user 7', sealed)).toEqual(Buffer.from(plain));
        expect(sealer.open('user 8', sealed)).toBeNull();
        const changed = Buffer.from(sealed);
        const place = at % changed.length;
        changed[place] = (changed[place] ?? 0) ^ turn;
        expect(sealer.open('user 7', changed)).toBeNull();
        expect(sealer.open('user 7', sealed.subarray(0, at % sealed.length))).toBeNull();
      },
    ),
  );
});

test('another installation opens nothing, and nothing is encrypted twice to the same', () => {
  const sealed = sealer.seal('user 7', Buffer.from('secret'));
  expect(sealerFrom(Buffer.alloc(32, 2)).open('user 7', sealed)).toBeNull();
  expect(sealer.seal('user 7', Buffer.from('secret')).equals(sealed)).toBe(false);
  expect(sealed.includes(Buffer.from('secret'))).toBe(false);
});

test('a digest is the same for the same text in the same context, and only there', () => {
  const digest = sealer.digest('recovery code of 7', 'ABCDE12345');
  expect(sealer.digest('recovery code of 7', 'ABCDE12345').equals(digest)).toBe(true);
  expect(sealer.digest('recovery code of 8', 'ABCDE12345').equals(digest)).toBe(false);
  expect(sealer.digest('recovery code of 7', 'ABCDE12346').equals(digest)).toBe(false);
  expect(sealerFrom(Buffer.alloc(32, 2)).digest('recovery code of 7', 'ABCDE12345').equals(digest)).toBe(
    false,
  );
});
