/** Defines the templates as a tool of the desk. */
import type { DeskTool, RecordingOfCase } from '../keys/desk-tool.ts';
import { TemplateGallery } from './template-gallery.tsx';
import { TemplatePane } from './template-pane.tsx';
import { templateKeys } from './template-keys.ts';
import { templateWorkOf } from './template-work.ts';

export const templatesTool: DeskTool<RecordingOfCase> = {
  id: 'templates',
  tab: { recording: 'strip' },
  main: TemplateGallery,
  right: TemplatePane,
  keys: templateKeys,
  // `M` merges the selected templates.
  subject: (desk, view) =>
    view === 'templates' && templateWorkOf(desk).chosen.get().size > 1 ? 'several' : null,
};
