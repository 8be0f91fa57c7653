// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PageHeader } from './page-header.tsx';

test('the buttons of a page stay together in one row beside or below its title', () => {
  render(
    <PageHeader
      title="Messages"
      actions={
        <>
          <button type="button">Add webhook</button>
          <button type="button">Add system</button>
        </>
      }
    />,
  );
  const [first, last] = [screen.getByText('Add webhook'), screen.getByText('Add system')];
  expect(first.parentElement).toBe(last.parentElement);
  expect(first.parentElement).not.toBe(screen.getByRole('heading').parentElement);
});
