import { expect, test } from 'vitest';
import { requestShape } from './request-shape.ts';

test('parameters of the path are escaped and removed from the query', () => {
  const shape = requestShape({ method: 'GET', path: 'case/case/:case_id' }, { case_id: 'a/b', q: 'x' });
  expect(shape).toEqual({ url: '/api/v1/case/case/a%2Fb?q=x', json: undefined });
});

test('a query repeats arrays and leaves out empty values', () => {
  const shape = requestShape(
    { method: 'GET', path: 'case/cases' },
    { status: ['ready', 'request'], q: '', hospital_id: [], from_time: undefined, closed: false, page: 0 },
  );
  expect(shape.url).toBe('/api/v1/case/cases?status=ready&status=request&closed=false&page=0');
});

test('a body keeps empty text and null, and leaves out undefined', () => {
  const shape = requestShape(
    { method: 'PUT', path: 'user/profile' },
    { name: '', phone_number: null, email: undefined },
  );
  expect(shape).toEqual({ url: '/api/v1/user/profile', json: '{"name":"","phone_number":null}' });
});

test('a deletion sends a body, so that a password is never in a URL', () => {
  const shape = requestShape({ method: 'DELETE', path: 'user/user' }, { user_id: 4, password: 'secret' });
  expect(shape).toEqual({ url: '/api/v1/user/user', json: '{"user_id":4,"password":"secret"}' });
});

test('a file is the body, so the fields are in the query', () => {
  const row = { method: 'POST', path: 'case/case/:case_id/files', upload: {} } as const;
  const shape = requestShape(row, { case_id: 3, version: 7, filename: 'a b.pdf' });
  expect(shape).toEqual({ url: '/api/v1/case/case/3/files?version=7&filename=a+b.pdf', json: undefined });
});

test('a missing parameter of the path throws', () => {
  expect(() => requestShape({ method: 'GET', path: 'case/case/:case_id' }, {})).toThrow(TypeError);
});
