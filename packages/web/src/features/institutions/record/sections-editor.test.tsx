// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { reportSections } from '@rhythmdesk/domain/report/report-form';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { showIn } from '../../../platform/test-page.tsx';
import { texts as ko } from '../../../platform/texts/ko/institutions.ts';
import { changeOfField, type FieldDraft } from './field-draft.ts';
import { SectionsEditor } from './sections-editor.tsx';

const sent: unknown[] = [];
function EditorWithState({ text }: { text: string }) {
  const [draft, setDraft] = useState<FieldDraft>({ text, groups: [] });
  return (
    <SectionsEditor
      label="sections"
      draft={draft}
      onChange={(next) => {
        sent.push(changeOfField('report_sections', next));
        setDraft(next);
      }}
    />
  );
}

test('a section is left out, moved by its arrow, and the default order is restored', async () => {
  await showIn('ko', <EditorWithState text="trend,figures" />);
  await screen.findByRole('list');
  const rows = () => within(screen.getByRole('list')).getAllByRole('listitem');
  expect(
    rows()
      .map(({ textContent }) => textContent)
      .slice(0, 3),
  ).toEqual([ko['section.trend'], ko['section.figures'], ko['section.first_strips']]);
  fireEvent.click(screen.getByRole('checkbox', { name: ko['section.quality'] }));
  fireEvent.click(
    screen.getByRole('button', { name: ko['section.up'].replace('{{name}}', ko['section.figures']) }),
  );
  fireEvent.click(screen.getByRole('checkbox', { name: ko['section.trend'] }));
  fireEvent.click(screen.getByRole('button', { name: ko['section.standard'] }));
  expect(sent).toEqual([
    { report_sections: ['trend', 'figures', 'quality'] },
    { report_sections: ['figures', 'trend', 'quality'] },
    { report_sections: ['figures', 'quality'] },
    { report_sections: [] },
  ]);
  expect(rows()).toHaveLength(reportSections.length);
});
