/**
 * Converts a chosen picture to the format that the server accepts. The browser draws it as an image, which runs and
 * fetches nothing, and the result becomes a PNG, so an SVG never leaves the page as markup.
 */

/** The letterhead has space for 48 × 13 mm; more than twice its size at 300 dpi is not visible on paper. */
const most = { width: 900, height: 400 } as const;
/** The server's limit, as base64. */
const mostBase64 = 200_000;

/** Returns base64, or null if the browser cannot draw the picture or it stays too large. */
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
