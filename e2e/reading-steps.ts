/** Provides the steps of a reader in the recording view: wait until it is idle, go to a place, measure an interval. */
import { expect, type Locator, type Page } from '@playwright/test';

const region = (page: Page): Locator => page.getByRole('region', { name: 'ECG recording' });
const strip = (page: Page): Locator => page.getByRole('img', { name: 'ECG strip at paper scale' });
const sliders = (page: Page): [Locator, Locator] => [
  page.getByRole('slider', { name: 'First caliper' }),
  page.getByRole('slider', { name: 'Second caliper' }),
];

export async function recordingRests(page: Page): Promise<void> {
  await expect(region(page).locator('[data-idle="true"]')).toHaveCount(1);
}

async function placeOf(slider: Locator): Promise<{ sample: number; px: number }> {
  const sample = Number(await slider.getAttribute('aria-valuenow'));
  const box = await slider.boundingBox();
  if (box === null) throw new Error('a caliper has no place on the screen');
  return { sample, px: box.x + box.width / 2 };
}

async function drag(page: Page, fromPx: number, toPx: number, y: number): Promise<void> {
  await page.mouse.move(fromPx, y);
  await page.mouse.down();
  await page.mouse.move((fromPx + toPx) / 2, y, { steps: 3 });
  await page.mouse.move(toPx, y, { steps: 3 });
  await page.mouse.up();
}

/** Drags the calipers from one sample to the other with the mouse, as exactly as the screen's pixels allow. */
export async function measure(page: Page, from: number, to: number): Promise<void> {
  await page.getByRole('button', { name: '50 mm/s', exact: true }).click();
  await strip(page).press('Home');
  await page.getByRole('button', { name: 'Measure' }).click();
  const [first, second] = sliders(page);
  await expect(second).toBeVisible();
  await recordingRests(page);
  const [a, b] = [await placeOf(first), await placeOf(second)];
  const pxPerSample = (b.px - a.px) / (b.sample - a.sample);
  const pxOf = (sample: number): number => a.px + (sample - a.sample) * pxPerSample;
  const paper = await strip(page).boundingBox();
  if (paper === null) throw new Error('the strip has no place on the screen');
  const y = paper.y + paper.height / 2;
  // A drag that starts at a caliper moves that caliper, so both are first placed between the beats.
  const third = (to - from) / 3;
  await drag(page, pxOf(from + third), pxOf(to - third), y);
  await drag(page, pxOf(from), pxOf(to), y);
}

/** Moves the calipers to the exact samples with the arrow keys. */
export async function refine(page: Page, from: number, to: number): Promise<void> {
  for (const [slider, target] of [
    [sliders(page)[0], from],
    [sliders(page)[1], to],
  ] as const) {
    const { sample } = await placeOf(slider);
    const key = sample < target ? 'ArrowRight' : 'ArrowLeft';
    for (let left = Math.abs(target - sample); left > 0; left -= 1) await slider.press(key);
    await expect(slider).toHaveAttribute('aria-valuenow', String(target));
  }
}

/** Returns the interval that the bar below the strip shows. */
export async function measuredMs(page: Page): Promise<number> {
  const said = await region(page)
    .getByText(/^\d+ ms$/)
    .textContent();
  return Number.parseInt(said ?? '', 10);
}

/** Returns the voltage between the calipers in a lead, as the bar shows it. */
export async function measuredMv(page: Page, lead: string): Promise<number> {
  const said = await region(page)
    .getByText(new RegExp(`^[-−]?\\d+\\.\\d+ mV ${lead}$`))
    .textContent();
  return Number.parseFloat((said ?? '').replace('−', '-'));
}
