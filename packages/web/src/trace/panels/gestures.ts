/**
 * Turns pointer and wheel events of a canvas into drags, taps and pinches, in the canvas's own CSS pixels. One finger
 * (or the mouse) drags; two fingers pinch and pan. Invariants: a tap is a press that moved less than 4 px; a pinch
 * reports the ratio since its last report, so the receiver may keep a remainder. Presses, drags and the wheel count as
 * activity in the trace viewer, which keeps a session alive.
 */
import { noteActivity } from '../../platform/session/idle-watch.ts';

export type Point = { readonly x: number; readonly y: number };

export type GestureHandlers = {
  readonly begin?: (at: Point, shift: boolean) => void;
  readonly drag?: (at: Point, from: Point, delta: Point) => void;
  readonly end?: () => void;
  readonly tap?: (at: Point, shift: boolean) => void;
  readonly pinch?: (ratio: number, at: Point) => void;
  readonly wheel?: (delta: Point, at: Point, zoom: 'time' | 'gain' | null) => void;
  readonly hover?: (at: Point | null) => void;
};

const tapReachPx = 4;
/** Pixels per line, for a wheel that reports lines instead of pixels. */
const linePx = 40;

/** `last` is in window pixels, because the element itself may move during the gesture. */
type Press = { readonly id: number; readonly from: Point; last: Point; moved: boolean };

function pointOf(element: Element, event: { clientX: number; clientY: number }): Point {
  const box = element.getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

type Hands = { presses: Map<number, Press>; handlers: () => GestureHandlers };

function moveOne(hands: Hands, press: Press, at: Point, client: Point): void {
  if (!press.moved && distance(press.last, client) < tapReachPx) return;
  const delta = { x: client.x - press.last.x, y: client.y - press.last.y };
  press.last = client;
  press.moved = true;
  hands.handlers().drag?.(at, press.from, delta);
}

function moveTwo(hands: Hands, moving: Press, at: Point, client: Point): void {
  const other = [...hands.presses.values()].find(({ id }) => id !== moving.id);
  if (other === undefined) return;
  const before = distance(moving.last, other.last);
  const shift = { x: (other.last.x - client.x) / 2, y: (other.last.y - client.y) / 2 };
  moving.last = client;
  moving.moved = true;
  other.moved = true;
  const after = distance(client, other.last);
  const between = { x: at.x + shift.x, y: at.y + shift.y };
  if (before > 0 && after > 0) hands.handlers().pinch?.(after / before, between);
}

function release(hands: Hands, id: number, shift: boolean, cancelled = false): void {
  const press = hands.presses.get(id);
  if (press === undefined) return;
  hands.presses.delete(id);
  if (!press.moved && !cancelled) hands.handlers().tap?.(press.from, shift);
  if (hands.presses.size === 0) hands.handlers().end?.();
}

function wheelOf(element: Element, hands: Hands, event: WheelEvent): void {
  const { wheel } = hands.handlers();
  if (wheel === undefined) return;
  event.preventDefault();
  const unit = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : linePx;
  const delta = { x: event.deltaX * unit, y: event.deltaY * unit };
  wheel(delta, pointOf(element, event), event.ctrlKey ? 'time' : event.altKey ? 'gain' : null);
}

/** Listens on an element until the returned function is called. `handlers` is called at each event. */
export function listenToGestures(element: HTMLElement, handlers: () => GestureHandlers): () => void {
  const hands: Hands = { presses: new Map(), handlers };
  const stop = new AbortController();
  const { signal } = stop;
  const work = (): void => noteActivity('trace');
  element.dataset['trace'] = '';
  for (const input of ['pointerdown', 'wheel'] as const)
    element.addEventListener(input, work, { signal, passive: true });
  element.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button !== 0 || hands.presses.size >= 2) return;
      const at = pointOf(element, event);
      element.setPointerCapture(event.pointerId);
      const client = { x: event.clientX, y: event.clientY };
      hands.presses.set(event.pointerId, { id: event.pointerId, from: at, last: client, moved: false });
      if (hands.presses.size === 1) handlers().begin?.(at, event.shiftKey);
    },
    { signal },
  );
  element.addEventListener(
    'pointermove',
    (event) => {
      const at = pointOf(element, event);
      const press = hands.presses.get(event.pointerId);
      const client = { x: event.clientX, y: event.clientY };
      if (press !== undefined) work();
      if (press === undefined) handlers().hover?.(at);
      else if (hands.presses.size === 2) moveTwo(hands, press, at, client);
      else moveOne(hands, press, at, client);
    },
    { signal },
  );
  element.addEventListener('pointerup', (event) => release(hands, event.pointerId, event.shiftKey), {
    signal,
  });
  element.addEventListener('pointercancel', (event) => release(hands, event.pointerId, false, true), {
    signal,
  });
  element.addEventListener('pointerleave', () => handlers().hover?.(null), { signal });
  element.addEventListener('wheel', (event) => wheelOf(element, hands, event), { signal, passive: false });
  return () => stop.abort();
}
