// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { stripPhone } from '@rhythmdesk/domain/people/contact';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { showIn } from '../platform/test-page.tsx';
import { CleanedField } from './cleaned-field.tsx';
import { CodeCells } from './code-cells.tsx';

function Phone() {
  const [phone, setPhone] = useState('');
  return (
    <>
      <CleanedField label="number" value={phone} clean={stripPhone} onText={setPhone} />
      <output>{phone}</output>
    </>
  );
}

function Code() {
  const [code, setCode] = useState('');
  return (
    <>
      <CodeCells
        {...{ label: 'number', value: code, onChange: setCode, fault: undefined, disabled: false }}
        inputRef={null}
      />
      <output>{code}</output>
    </>
  );
}

/** Shows the text in the field as an input method does while it composes. */
function compose(field: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  fireEvent(field, new InputEvent('input', { bubbles: true, isComposing: true, data: text }));
}

const taken = (): string | null | undefined => document.querySelector('output')?.textContent;

test.each([{ field: <Phone /> }, { field: <Code /> }])(
  'full-width digits of an input method become digits when they are complete',
  async ({ field: shown }) => {
    const user = await showIn('ja', shown);
    const field = await screen.findByLabelText<HTMLInputElement>('number');
    fireEvent.compositionStart(field);
    for (const text of ['０', '０９', '０９０']) {
      compose(field, text);
      expect(field.value).toBe(text);
    }
    fireEvent.compositionEnd(field, { data: '０９０' });
    expect([field.value, taken()]).toEqual(['090', '090']);
    await user.type(field, '１a2');
    expect([field.value, taken()]).toEqual(['09012', '09012']);
  },
);
