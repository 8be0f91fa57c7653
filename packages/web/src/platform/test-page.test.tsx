// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { showIn } from './test-page.tsx';

/** Longer than React works without a pause, so that the rest of the work comes in a later turn. */
const stretchMs = 10;

function work(): void {
  const until = performance.now() + stretchMs;
  while (performance.now() < until);
}

/** Simulates a machine so busy that a timer is due before anything else can run. */
function hurryTimers(): void {
  const { setTimeout: later } = globalThis;
  vi.stubGlobal('setTimeout', (run: () => void, ms = 0) =>
    ms === 0 ? void Promise.resolve().then(run) : later(run, ms),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
}

test('an element found on the page has had its effects, however busy the machine is', async () => {
  let hasHeard = false;
  const { promise, resolve: come } = Promise.withResolvers<true>();
  function Here() {
    useState(work);
    useEffect(() => void (hasHeard = true), []);
    return <p>here</p>;
  }
  function Late() {
    const [isHere, setHere] = useState(false);
    useEffect(() => void promise.then(setHere), []);
    return isHere ? <Here /> : null;
  }
  await showIn('en', <Late />);
  hurryTimers();
  come(true);
  await screen.findByText('here');
  expect(hasHeard).toBe(true);
});
