/** Accepts dropped and pasted files on the whole page. Returns whether files are being dragged over it. */
import { useEffect, useEffectEvent, useState } from 'react';

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

export function useFileDrop(onFiles: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent((files: FileList | undefined) => {
    if (files !== undefined && files.length > 0) onFiles([...files]);
  });
  useEffect(() => {
    const stop = new AbortController();
    const over = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const left = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const dropped = (event: DragEvent) => {
      setOver(false);
      if (!holdsFiles(event)) return;
      event.preventDefault();
      take(event.dataTransfer?.files);
    };
    const { signal } = stop;
    window.addEventListener('dragover', over, { signal });
    window.addEventListener('dragleave', left, { signal });
    window.addEventListener('drop', dropped, { signal });
    window.addEventListener('paste', (event) => take(event.clipboardData?.files), { signal });
    return () => stop.abort();
  }, []);
  return isOver;
}
