/**
 * Copies the fonts of the PDFs from their packages, which an installation without development packages does not have.
 */
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  allFamilies,
  builtFonts,
  fontName,
  fontWeights,
  packagedFont,
} from '@rhythmdesk/server/platform/pdf/font-files';

export function copyFonts(to: string = builtFonts): void {
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  for (const family of allFamilies) {
    for (const weight of fontWeights) {
      copyFileSync(packagedFont(family, weight), join(to, fontName(family, weight)));
    }
  }
}
