/**
 * Draws a QR code on this page, so that its secret is sent nowhere. It is black on white in both themes, as cameras
 * expect.
 */
import { encodeQR } from 'qr';
import { useMemo } from 'react';

const sizePx = 184;
const quiet = 2;

export function QrPicture({ text, label }: { text: string; label: string }) {
  const { side, path } = useMemo(() => {
    const rows = encodeQR(text, 'raw', { ecc: 'medium', border: quiet });
    const cells = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { side: rows.length, path: cells.join('') };
  }, [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      width={sizePx}
      height={sizePx}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
