/**
 * A chosen picture as the server takes it: the browser draws it as an image, which runs nothing and fetches nothing,
 * and what was drawn becomes a PNG. So an SVG never leaves the page as markup.
 */

/** Twice what the letterhead's 48 × 13 mm hold at 300 dots an inch is not seen on paper. */
const most = { width: 900, height: 400 } as const;
/** What the server takes, as base64. */
const mostBase64 = 200_000;

/** Base64, or null where the browser cannot draw it or it stays too large. */
export async function logoPicture(file: Blob): Promise<string | null> {
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const { naturalWidth, naturalHeight } = image;
    if (naturalWidth === 0 || naturalHeight === 0) return null;
    const isDrawing = file.type === 'image/svg+xml';
    const fit = Math.min(most.width / naturalWidth, most.height / naturalHeight);
    for (let scale = isDrawing ? fit : Math.min(1, fit); scale > 0.05; scale /= 1.4) {
      const png = drawn(
        image,
        Math.max(1, Math.round(naturalWidth * scale)),
        Math.max(1, Math.round(naturalHeight * scale)),
      );
      if (png === null) return null;
      if (png.length <= mostBase64) return png;
    }
    return null;
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(url);
  }
}

function drawn(image: HTMLImageElement, width: number, height: number): string | null {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (context === null) return null;
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, width, height);
  return canvas.toDataURL('image/png').split(',')[1] ?? null;
}
